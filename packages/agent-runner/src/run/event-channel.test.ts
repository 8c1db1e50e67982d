import { describe, expect, it, vi } from 'vitest';
import { createEventChannel } from './event-channel.ts';

function opened() {
  const happened: string[] = [];
  let letGo = (): void => {};
  const leaving = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const channel = createEventChannel<number>({
    onStart: () => happened.push('start'),
    onLeave: () => {
      happened.push('leave');
      return leaving;
    },
  });
  return { channel, happened, letGo };
}

const value = (item: number) => ({ done: false, value: item });
const DONE = { done: true, value: undefined };

/** Whether a promise has settled after all pending work is done. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const soon = new Promise((resolve) => setImmediate(() => resolve('not yet')));
  return (await Promise.race([promise, soon])) !== 'not yet';
}

describe('a channel of events', () => {
  it('does not move waiting items when one is read', async () => {
    const { channel } = opened();
    for (let item = 0; item < 100; item++) channel.push(item);
    const moved: number[] = [];
    const { shift } = Array.prototype;
    const spy = vi.spyOn(Array.prototype, 'shift').mockImplementation(function (this: unknown[]) {
      moved.push(this.length);
      return shift.call(this);
    });
    try {
      for (let item = 0; item < 100; item++) await channel.iterator.next();
    } finally {
      spy.mockRestore();
    }
    expect(Math.max(0, ...moved)).toBeLessThan(50);
  });

  it('gives waiting and later items in order', async () => {
    const { channel } = opened();
    channel.push(1);
    channel.push(2);
    expect(await channel.iterator.next()).toEqual(value(1));
    channel.push(3);
    expect(await channel.iterator.next()).toEqual(value(2));
    expect(await channel.iterator.next()).toEqual(value(3));
    const later = channel.iterator.next();
    channel.push(4);
    expect(await later).toEqual(value(4));
  });

  it('answers several waiting reads in order', async () => {
    const { channel } = opened();
    const reads = [channel.iterator.next(), channel.iterator.next(), channel.iterator.next()];
    channel.push(1);
    channel.push(2);
    channel.close();
    expect(await Promise.all(reads)).toEqual([value(1), value(2), DONE]);
  });

  it('can be iterated, and ends after the waiting items when it is closed', async () => {
    const { channel, happened } = opened();
    channel.push(1);
    channel.push(2);
    channel.close();
    channel.push(3);
    const read: number[] = [];
    for await (const item of channel.iterator) read.push(item);
    expect(read).toEqual([1, 2]);
    expect(await channel.iterator.next()).toEqual(DONE);
    expect(happened).toEqual(['start']);
  });

  it('calls onStart once, on the first read', async () => {
    const { channel, happened } = opened();
    channel.push(1);
    expect(happened).toEqual([]);
    await channel.iterator.next();
    void channel.iterator.next();
    expect(happened).toEqual(['start']);
  });

  it('gives a failure once, after the waiting items, and then ends', async () => {
    const { channel } = opened();
    channel.push(1);
    channel.fail(new Error('broken'));
    expect(await channel.iterator.next()).toEqual(value(1));
    await expect(channel.iterator.next()).rejects.toThrow('broken');
    expect(await channel.iterator.next()).toEqual(DONE);
  });

  it('gives a failure to the first waiting read', async () => {
    const { channel } = opened();
    const reads = [channel.iterator.next(), channel.iterator.next()];
    channel.fail(new Error('broken'));
    await expect(reads[0]).rejects.toThrow('broken');
    expect(await reads[1]).toEqual(DONE);
  });

  it('ends the way it first ended: a later fail or close changes nothing', async () => {
    const closed = opened().channel;
    closed.close();
    closed.fail(new Error('too late'));
    expect(await closed.iterator.next()).toEqual(DONE);
    const failed = opened().channel;
    failed.fail(new Error('broken'));
    failed.close();
    await expect(failed.iterator.next()).rejects.toThrow('broken');
  });
});

describe('a slow reader', () => {
  it('is waited for until it has read the last item', async () => {
    const { channel } = opened();
    channel.push(1);
    channel.push(2);
    const caughtUp = [channel.whenEmpty(), channel.whenEmpty()];
    expect(channel.isEmpty).toBe(false);
    await channel.iterator.next();
    expect(channel.isEmpty).toBe(false);
    expect(await isSettled(caughtUp[0]!)).toBe(false);
    await channel.iterator.next();
    expect(channel.isEmpty).toBe(true);
    expect(await isSettled(Promise.all(caughtUp))).toBe(true);
  });

  it('is not waited for when it has read everything', async () => {
    const { channel } = opened();
    expect(channel.isEmpty).toBe(true);
    expect(await isSettled(channel.whenEmpty())).toBe(true);
    void channel.iterator.next();
    channel.push(1);
    expect(channel.isEmpty).toBe(true);
  });

  it('is not waited for when it stops reading', async () => {
    const { channel } = opened();
    await Promise.all([channel.iterator.next(), Promise.resolve().then(() => channel.push(0))]);
    channel.push(1);
    const caughtUp = channel.whenEmpty();
    void channel.iterator.return!();
    expect(await isSettled(caughtUp)).toBe(true);
    expect(channel.isEmpty).toBe(true);
  });
});

describe('a reader that stops early', () => {
  it('is finished after onLeave has resolved, and gets nothing more', async () => {
    const { channel, happened, letGo } = opened();
    channel.push(1);
    channel.push(2);
    await channel.iterator.next();
    const left = channel.iterator.return!();
    expect(happened).toEqual(['start', 'leave']);
    channel.push(3);
    expect(channel.isEmpty).toBe(true);
    expect(await isSettled(left)).toBe(false);
    letGo();
    expect(await left).toEqual(DONE);
    expect(await channel.iterator.next()).toEqual(DONE);
  });

  it('ends its waiting reads', async () => {
    const { channel, letGo } = opened();
    const waiting = channel.iterator.next();
    letGo();
    await channel.iterator.return!();
    expect(await waiting).toEqual(DONE);
  });

  it('does not call onLeave if it never started, or after the end', async () => {
    const never = opened();
    expect(await never.channel.iterator.return!()).toEqual(DONE);
    // The first read calls onStart, which starts a turn. After leaving it must not.
    expect(await never.channel.iterator.next()).toEqual(DONE);
    expect(never.happened).toEqual([]);

    const over = opened();
    void over.channel.iterator.next();
    over.channel.close();
    expect(await over.channel.iterator.return!()).toEqual(DONE);
    expect(over.happened).toEqual(['start']);
  });
});
