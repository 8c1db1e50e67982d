import type { Intent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createTurnQueue, MAX_WAITING, type NewCall, type TurnQueue } from './turn-queue.ts';

const call = (member: string, replyTo: string, intent: Intent = 'P2', byHuman = false): NewCall => ({
  member,
  replyTo,
  intent,
  byHuman,
});

function takeAll(queue: TurnQueue, justCompleted?: string): string[] {
  const members: string[] = [];
  for (let entry = queue.take(justCompleted); entry !== undefined; entry = queue.take(justCompleted)) {
    members.push(entry.member);
  }
  return members;
}

describe('the order of the queue', () => {
  it('is first come, first served', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1'), call('b', 'm1'), call('c', 'm2')]);
    expect(takeAll(queue)).toEqual(['a', 'b', 'c']);
  });

  it('puts P1 before everything, the oldest P1 first', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1'), call('b', 'm2', 'P1'), call('c', 'm1', 'P1'), call('d', 'm3')]);
    expect(takeAll(queue, 'm3')).toEqual(['b', 'c', 'd', 'a']);
  });

  it('puts P2 before P3', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1', 'P3'), call('b', 'm1'), call('c', 'm2', 'P3'), call('d', 'm2')]);
    expect(takeAll(queue)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('puts replies to the message just completed before older calls, even P3 replies', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1'), call('b', 'm2', 'P3'), call('c', 'm2')]);
    expect(takeAll(queue, 'm2')).toEqual(['c', 'b', 'a']);
  });

  it('takes another call after five replies in a row', () => {
    const queue = createTurnQueue();
    queue.add([call('old-1', 'm0'), call('old-2', 'm0', 'P3')]);
    const spoke: string[] = [];
    for (let turn = 1; turn <= 14; turn++) {
      queue.add([call(`reply-${turn}`, `m${turn}`)]);
      spoke.push(queue.take(`m${turn}`)!.member);
    }
    expect(spoke.indexOf('old-1')).toBe(5);
    expect(spoke).not.toContain('old-2');
    expect(spoke[11]).toBe('reply-6');
  });

  it('continues from the given count of replies after recount', () => {
    const queue = createTurnQueue();
    queue.add([call('old', 'm0'), ...['a', 'b', 'c', 'd', 'e', 'f'].map((member) => call(member, 'm1'))]);
    for (let n = 0; n < 5; n++) queue.take('m1');
    queue.recount(4);
    expect(queue.state().repliesInRow).toBe(4);
    expect(takeAll(queue, 'm1')).toEqual(['f', 'old']);
  });

  it('keeps the count of replies in a row when a P1 comes between', () => {
    const queue = createTurnQueue();
    queue.add([call('old', 'm0'), ...['a', 'b', 'c', 'd', 'e', 'f'].map((member) => call(member, 'm1'))]);
    for (let n = 0; n < 5; n++) queue.take('m1');
    queue.add([call('urgent', 'm2', 'P1')]);
    expect(takeAll(queue, 'm1')).toEqual(['urgent', 'old', 'f']);
  });
});

describe('the limits of the queue', () => {
  it('refuses the 51st call', () => {
    const queue = createTurnQueue();
    const calls = Array.from({ length: MAX_WAITING + 2 }, (_, n) => call(`m${n}`, `message-${n}`));
    const { added, refused } = queue.add(calls);
    expect(added).toHaveLength(50);
    expect(refused.map((entry) => entry.member)).toEqual(['m50', 'm51']);
    expect(queue.waiting()).toHaveLength(50);
  });

  it('makes the eleventh call of a message a P3, whatever its intent', () => {
    const queue = createTurnQueue();
    const { added } = queue.add([
      ...Array.from({ length: 10 }, (_, n) => call(`m${n}`, 'x')),
      call('late', 'x', 'P1'),
      call('other', 'y'),
    ]);
    expect(added[9]).toMatchObject({ member: 'm9', intent: 'P2' });
    expect(added[10]).toMatchObject({ member: 'late', intent: 'P3' });
    expect(added[11]).toMatchObject({ member: 'other', intent: 'P2' });
  });

  it('queues the same member for the same message once, at its best intent and in its first place', () => {
    const queue = createTurnQueue();
    const added = queue.add([call('a', 'm1', 'P3'), call('b', 'm1'), call('a', 'm1', 'P1'), call('a', 'm2')]).added;
    expect(added.map(({ id, member, intent }) => `${id} ${member} ${intent}`)).toEqual([
      'call-1 a P1',
      'call-2 b P2',
      'call-3 a P2',
    ]);
    expect(queue.add([call('a', 'm1'), call('a', 'm1', 'P1')])).toEqual({ added: [], refused: [] });
    expect(queue.add([call('b', 'm1', 'P1')]).added).toEqual([{ ...call('b', 'm1', 'P1'), id: 'call-2' }]);
    expect(queue.waiting().map(({ member, replyTo, intent }) => `${member} ${replyTo} ${intent}`)).toEqual([
      'a m1 P1',
      'b m1 P1',
      'a m2 P2',
    ]);
  });

  it('keeps the most urgent of two calls for one member in a message, and the first of two equal ones', () => {
    const queue = createTurnQueue();
    const { added } = queue.add([
      call('a', 'm1', 'P1'),
      call('a', 'm1', 'P3'),
      call('b', 'm1', 'P2', true),
      call('b', 'm1', 'P2', false),
    ]);
    expect(added).toMatchObject([
      { member: 'a', intent: 'P1' },
      { member: 'b', byHuman: true },
    ]);
  });

  it('puts a call back before all calls that were never taken', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1'), call('b', 'm1'), call('c', 'm1', 'P1')]);
    const first = queue.take(undefined)!;
    const second = queue.take(undefined)!;
    queue.putBack(second);
    queue.putBack(first);
    expect(queue.state()).toMatchObject({
      interrupted: 2,
      entries: [{ member: 'a' }, { member: 'c' }, { member: 'b' }],
    });
    expect([queue.take(undefined), queue.take(undefined), queue.take(undefined)].map((entry) => entry?.member)).toEqual(
      ['a', 'c', 'b'],
    );
  });

  it('does not add a repeated call again as a P3', () => {
    const queue = createTurnQueue();
    queue.add([
      ...Array.from({ length: 10 }, (_, n) => call(`m${n}`, 'x')),
      call('m0', 'x'),
      call('late', 'x'),
      call('late', 'x'),
    ]);
    expect(queue.waiting()).toHaveLength(11);
  });
});

describe('a queue that is saved and restored', () => {
  it('continues in the same order with the same count of replies', () => {
    const queue = createTurnQueue();
    queue.add([call('old', 'm0'), ...['a', 'b', 'c', 'd', 'e', 'f'].map((member) => call(member, 'm1'))]);
    for (let n = 0; n < 5; n++) queue.take('m1');
    const again = createTurnQueue(JSON.parse(JSON.stringify(queue.state())));
    expect(takeAll(again, 'm1')).toEqual(['old', 'f']);
    expect(again.add([call('z', 'm9')]).added[0]?.id).toBe('call-8');
  });

  it('has its usual order when nothing was interrupted', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1', 'P3'), call('b', 'm1'), call('c', 'm1', 'P1')]);
    const { entries, repliesInRow, lastCall } = queue.state();
    const again = createTurnQueue({ entries, repliesInRow, lastCall });
    expect(again.state().interrupted).toBe(0);
    expect(takeAll(again)).toEqual(['c', 'b', 'a']);
  });

  it('counts the replies in a row until another call is taken', () => {
    const queue = createTurnQueue();
    queue.add(['a', 'b', 'c', 'd', 'e', 'f'].map((member) => call(member, 'm1')));
    expect(takeAll(queue, 'm1')).toHaveLength(6);
    expect(queue.state().repliesInRow).toBe(6);
    queue.add([call('other', 'm0')]);
    queue.take('m1');
    expect(queue.state().repliesInRow).toBe(0);
  });

  it('takes interrupted calls before all others, without counting them twice', () => {
    const queue = createTurnQueue();
    queue.add([call('old', 'm0'), ...['a', 'b', 'c', 'd', 'e', 'f'].map((member) => call(member, 'm1'))]);
    for (let n = 0; n < 4; n++) queue.take('m1');
    const fifth = queue.take('m1')!;
    queue.add([call('urgent', 'm2', 'P1')]);
    const { entries, repliesInRow, lastCall } = queue.state();
    const again = createTurnQueue({ entries: [fifth, ...entries], interrupted: 1, repliesInRow, lastCall });
    expect(again.state().interrupted).toBe(1);
    expect(takeAll(again, 'm1')).toEqual(['e', 'urgent', 'old', 'f']);
  });
});

describe('a call of a stand-in', () => {
  it('keeps the name of the member it stands in for, and other calls have no such property', () => {
    const queue = createTurnQueue();
    queue.add([{ ...call('max', 'm1'), standsInFor: 'sarah' }, call('gina', 'm1')]);
    const ofMember = { replyTo: 'm1', intent: 'P2', byHuman: false };
    expect(queue.waiting()).toStrictEqual([
      { id: 'call-1', member: 'max', ...ofMember, standsInFor: 'sarah' },
      { id: 'call-2', member: 'gina', ...ofMember },
    ]);
  });
});
