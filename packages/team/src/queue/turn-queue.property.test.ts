import type { Intent } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnQueue, MAX_REPLIES_IN_ROW, MAX_WAITING, type NewCall } from './turn-queue.ts';

const intent = fc.constantFrom<Intent>('P1', 'P2', 'P3');
const callBy = (intents: fc.Arbitrary<Intent>): fc.Arbitrary<NewCall> =>
  fc.record({
    member: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'),
    replyTo: fc.integer({ min: 0, max: 9 }).map((n) => `m${n}`),
    intent: intents,
    byHuman: fc.boolean(),
  });

type Step = { readonly add: readonly NewCall[] } | { readonly take: string } | { readonly drop: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ add: fc.array(callBy(intent), { maxLength: 20 }) }),
  fc.record({ take: fc.integer({ min: 0, max: 9 }).map((n) => `m${n}`) }),
  fc.record({ drop: fc.constantFrom('a', 'b', 'c') }),
);

describe('after any operations, a queue', () => {
  it('never holds more than fifty calls, never the same call twice, and loses none', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = createTurnQueue();
        const inside = new Set<string>();
        for (const current of steps) {
          if ('add' in current) {
            const { added, refused } = queue.add(current.add);
            for (const entry of added) inside.add(entry.id);
            if (refused.length > 0) expect(queue.waiting()).toHaveLength(MAX_WAITING);
          } else if ('take' in current) {
            const taken = queue.take(current.take);
            expect(taken === undefined).toBe(inside.size === 0);
            if (taken !== undefined) expect(inside.delete(taken.id)).toBe(true);
          } else {
            const removed = queue.remove((entry) => entry.member === current.drop && !entry.byHuman);
            for (const entry of removed) expect(inside.delete(entry.id)).toBe(true);
          }
          const waiting = queue.waiting();
          expect(waiting.length).toBeLessThanOrEqual(MAX_WAITING);
          expect(waiting.map(({ id }) => id).sort()).toEqual([...inside].sort());
          const keys = waiting.map((entry) => `${entry.member}/${entry.replyTo}`);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
    );
  });

  it('takes the oldest P1 whenever one waits', () => {
    fc.assert(
      fc.property(fc.array(callBy(intent), { maxLength: 40 }), fc.array(fc.nat({ max: 9 })), (calls, completed) => {
        const queue = createTurnQueue();
        queue.add(calls);
        for (const message of completed) {
          const oldest = queue.waiting().find((entry) => entry.intent === 'P1');
          const taken = queue.take(`m${message}`);
          if (oldest !== undefined) expect(taken).toEqual(oldest);
        }
      }),
    );
  });

  // Without any P1, a P2 waits for the P2s before it. Each of them, and it itself, waits for at most five replies.
  it('takes every P2 in the end, however many newer messages make calls', () => {
    fc.assert(
      fc.property(fc.array(callBy(fc.constant('P2')), { minLength: 1, maxLength: 30 }), (calls) => {
        const queue = createTurnQueue();
        const { added } = queue.add(calls);
        const waiting = added.filter((entry) => entry.intent === 'P2');
        const last = waiting.at(-1)!;
        const bound = waiting.length * (MAX_REPLIES_IN_ROW + 1);
        let turns = 0;
        for (; queue.waiting().includes(last); turns++) {
          queue.add([{ member: 'new', replyTo: `new-${turns}`, intent: 'P2', byHuman: false }]);
          queue.take(`new-${turns}`);
          expect(turns).toBeLessThanOrEqual(bound);
        }
      }),
    );
  });

  it('takes at most five replies in a row while another call waits', () => {
    fc.assert(
      fc.property(
        fc.array(callBy(fc.constantFrom<Intent>('P2', 'P3')), { maxLength: 40 }),
        fc.array(fc.nat({ max: 9 }), { maxLength: 40 }),
        (calls, completed) => {
          const queue = createTurnQueue();
          queue.add(calls);
          let inRow = 0;
          for (const message of completed) {
            const othersWait = queue.waiting().some((entry) => entry.replyTo !== `m${message}`);
            const taken = queue.take(`m${message}`);
            inRow = taken?.replyTo === `m${message}` ? inRow + 1 : 0;
            if (othersWait) expect(inRow).toBeLessThanOrEqual(MAX_REPLIES_IN_ROW);
          }
        },
      ),
    );
  });
});
