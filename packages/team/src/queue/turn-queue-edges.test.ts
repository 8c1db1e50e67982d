import type { Intent, QueueEntry } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createTurnQueue, type NewCall, type TurnQueue } from './turn-queue.ts';

const call = (member: string, replyTo: string, intent: Intent = 'P2'): NewCall => ({
  member,
  replyTo,
  intent,
  byHuman: false,
});
const members = (entries: readonly QueueEntry[]) => entries.map(({ member }) => member);
const replies = (count: number) => Array.from({ length: count }, (_, n) => call(`reply-${n + 1}`, 'm1'));

function take(queue: TurnQueue, count: number, justCompleted: string) {
  return Array.from({ length: count }, () => queue.take(justCompleted)?.member);
}

describe('replies in a row', () => {
  it('are all taken when nothing else waits, and then the queue is empty', () => {
    const queue = createTurnQueue();
    queue.add(replies(7));
    const waiting = queue.waiting();
    expect(take(queue, 8, 'm1')).toEqual([...members(waiting), undefined]);
  });

  it('give way to another call after five, even to a newer one', () => {
    const queue = createTurnQueue();
    queue.add([...replies(6), call('later', 'm2')]);
    expect(take(queue, 7, 'm1').slice(5)).toEqual(['later', 'reply-6']);
  });

  it('give way at once when more than five were taken while nothing else waited', () => {
    const queue = createTurnQueue();
    queue.add(replies(7));
    take(queue, 6, 'm1');
    queue.add([call('later', 'm2')]);
    expect(take(queue, 2, 'm1')).toEqual(['later', 'reply-7']);
  });

  it('are still counted after the queue was empty in between', () => {
    const queue = createTurnQueue();
    queue.add(replies(5));
    take(queue, 6, 'm1');
    queue.add([call('again', 'm1'), call('other', 'm2')]);
    expect(take(queue, 2, 'm1')).toEqual(['other', 'again']);
  });
});

describe('taking further calls', () => {
  const queueOf = (...names: string[]) => {
    const queue = createTurnQueue();
    queue.add(names.map((name) => call(name, `to-${name}`)));
    return queue;
  };

  it('takes the oldest wanted calls, at most `count`, and leaves the others in their order', () => {
    const queue = queueOf('a1', 'b1', 'a2', 'b2', 'a3');
    const taken = queue.takeAlso(2, ({ member }) => member.startsWith('a'));
    expect(members(taken)).toEqual(['a1', 'a2']);
    expect(members(queue.waiting())).toEqual(['b1', 'b2', 'a3']);
  });

  it.each([0, -1])('takes nothing when `count` is %i', (count) => {
    const queue = queueOf('a', 'b');
    expect(queue.takeAlso(count, () => true)).toEqual([]);
    expect(members(queue.waiting())).toEqual(['a', 'b']);
  });
});

describe('removing calls', () => {
  it('returns the removed calls and leaves the others in their order', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1'), call('b', 'm1'), call('a', 'm2'), call('c', 'm3')]);
    expect(members(queue.remove(({ member }) => member === 'a'))).toEqual(['a', 'a']);
    expect(members(queue.waiting())).toEqual(['b', 'c']);
  });
});

describe('the list and the state that a queue returns', () => {
  it('do not change when the queue changes later', () => {
    const queue = createTurnQueue();
    queue.add([call('a', 'm1')]);
    const [waiting, state] = [queue.waiting(), queue.state()];
    queue.add([call('b', 'm1')]);
    expect([members(waiting), members(state.entries)]).toEqual([['a'], ['a']]);
  });
});
