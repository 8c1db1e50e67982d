import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { AgentEvent, ProcessDriver, StreamDriver } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { command } from '../drivers/command/command-driver.ts';
import { INPUT, MARKED } from './__fixtures__/hostile-agent.ts';
import { markedProcesses } from './__fixtures__/survivors.ts';
import { runStreamed } from './run-streamed.ts';

const MEBIBYTE = 1024 * 1024;
/** The limit is checked after each chunk, and a chunk is one read of a pipe. */
const ONE_CHUNK = 64 * 1024;

/** A program that prints lines of 1 KiB, and how much of its output has been read. */
function printer(script: string): { readonly driver: ProcessDriver; readBytes(): number } {
  const driver = command({ file: process.execPath, args: ['-e', script] });
  let bytes = 0;
  const createParser: ProcessDriver['createParser'] = (input) => {
    const parser = driver.createParser(input);
    const text = (line: string): AgentEvent[] => {
      bytes += line.length + 1;
      return parser.text(line);
    };
    return { ...parser, text };
  };
  return { driver: { ...driver, createParser }, readBytes: () => bytes };
}

/** Waits until a count has not changed for a while. */
async function settled(count: () => number): Promise<number> {
  for (let still = 0, last = count(); still < 25; last = count()) {
    await sleep(20);
    still = count() === last ? still + 1 : 0;
  }
  return count();
}

describe('a slow reader', () => {
  it('pauses the process after about 1 MiB, and loses nothing', async () => {
    const lines = 8 * 1024;
    const { driver, readBytes } = printer(`process.stdout.write(('x'.repeat(1023) + '\\n').repeat(${lines}))`);
    const events = runStreamed(driver, INPUT, MARKED);
    await events.next();
    await expect.poll(readBytes).toBeGreaterThan(MEBIBYTE - ONE_CHUNK);
    const ahead = await settled(readBytes);
    expect(ahead).toBeLessThanOrEqual(MEBIBYTE + ONE_CHUNK);

    let last: AgentEvent | undefined;
    for await (const event of events) last = event;
    expect(readBytes()).toBe(lines * 1024);
    expect(last).toMatchObject({ type: 'turn-end', result: { status: 'completed' } });
  });

  it('that cancels gets no more than that, even if the process keeps writing', async () => {
    const { driver, readBytes } = printer(`
      process.on('SIGTERM', () => {});
      const block = ('x'.repeat(1023) + '\\n').repeat(64);
      const print = () => process.stdout.write(block, print);
      print();
    `);
    const cancelling = new AbortController();
    const events = runStreamed(driver, INPUT, { ...MARKED, signal: cancelling.signal });
    await events.next();
    await settled(readBytes);
    cancelling.abort();
    while (markedProcesses().length > 0) await sleep(20);
    expect(readBytes()).toBeLessThanOrEqual(MEBIBYTE + 2 * ONE_CHUNK);

    let last: AgentEvent | undefined;
    for await (const event of events) last = event;
    expect(last).toMatchObject({ type: 'turn-end', result: { status: 'cancelled' } });
  });

  it('makes an API wait after each event', async () => {
    let given = 0;
    const driver: StreamDriver = {
      kind: 'stream',
      agentType: 'some-api',
      async *stream() {
        for (; given < 100; given++) yield { type: 'text-delta', text: 'a' };
        yield { type: 'turn-end', result: { status: 'completed', text: 'a'.repeat(100) } };
      },
    };
    const events = runStreamed(driver, INPUT);
    for (let read = 1; read <= 3; read++) {
      await events.next();
      for (let turns = 0; turns < 20; turns++) await nextTurn();
      // One event was read and the next one is waiting. A generator counts when the next event is requested.
      expect(given).toBe(read);
    }
    await events.return?.();
  });
});
