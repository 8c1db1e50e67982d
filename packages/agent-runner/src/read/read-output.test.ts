import { PassThrough } from 'node:stream';
import type { AgentEvent, TurnParser } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import type { PreparedTurn } from '../prepare/prepare-turn.ts';
import { createEventChannel } from '../run/event-channel.ts';
import type { ChildProcess } from '../start/child-process.ts';
import { readOutput } from './read-output.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** The pipes of a process without the process, and what was read from them. */
function reading(given: Partial<TurnParser> = {}, maxLineBytes = 8 * MEBIBYTE) {
  const stdout = new PassThrough({ highWaterMark: 64 * MEBIBYTE });
  const stderr = new PassThrough({ highWaterMark: 64 * MEBIBYTE });
  const events = createEventChannel<AgentEvent>({ onStart: () => {}, onLeave: async () => {} });
  const faults: string[] = [];
  const clock = { outputs: 0, isHeld: false, expectsExit: false };
  const lines: string[] = [];
  const text = (line: string): AgentEvent[] => {
    lines.push(line);
    return [{ type: 'text-delta', text: line }];
  };
  const finish: TurnParser['finish'] = () => ({ status: 'completed', text: '' });
  // The given object itself, not a copy, since it may change while it parses.
  const parser: TurnParser = Object.assign(given, { text, finish, ...given });
  const output = readOutput({
    child: { stdout, stderr } as unknown as ChildProcess,
    turn: {
      limits: { maxLineBytes },
      redact: (message: string) => message.replaceAll('s3cret', '******'),
    } as unknown as PreparedTurn,
    parser,
    clock: {
      sawOutput() {
        clock.outputs++;
      },
      hold(isHeld) {
        clock.isHeld = isHeld;
      },
      expectExit() {
        clock.expectsExit = true;
      },
      stop: () => {},
    },
    events,
    push: events.push,
    onFault: (reason) => faults.push(reason),
  });
  return { stdout, stderr, events, faults, clock, lines, output };
}

/** Writes chunks one after the other, as a process does, and waits until they have arrived. */
async function write(pipe: PassThrough, ...chunks: (string | Buffer)[]): Promise<void> {
  for (const chunk of chunks) {
    pipe.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const lineOf = (bytes: number): string => `${'x'.repeat(bytes - 1)}\n`;
const BLOCKS = Array.from({ length: 16 }, () => lineOf(64 * KIBIBYTE));

async function readAll(events: ReturnType<typeof reading>['events']): Promise<void> {
  while (!events.isEmpty) await events.iterator.next();
  await new Promise((resolve) => setImmediate(resolve));
}

describe('output', () => {
  it('becomes events when its lines are complete, the last line when the pipe closes', async () => {
    const { stdout, events, output, clock } = reading();
    await write(stdout, 'one\ntw', 'o\nthree');
    const read = async () => (await events.iterator.next()).value;
    expect([await read(), await read()]).toEqual([
      { type: 'text-delta', text: 'one' },
      { type: 'text-delta', text: 'two' },
    ]);
    expect(events.isEmpty).toBe(true);
    output.finish();
    expect(await read()).toEqual({ type: 'text-delta', text: 'three' });
    expect(clock.outputs).toBe(2);
  });

  it('is not lost when the pipe breaks', async () => {
    const { stdout, stderr, lines, output } = reading();
    await write(stdout, 'one\n');
    await write(stderr, 'why');
    stdout.emit('error', new Error('EIO'));
    stderr.emit('error', new Error('EIO'));
    expect(output.finish()).toBe('why');
    expect(lines).toEqual(['one']);
  });
});

describe('a slow reader of the events', () => {
  it('pauses the process after 1 MiB has been read ahead, and holds the clock', async () => {
    const { stdout, output, clock } = reading();
    await write(stdout, ...BLOCKS);
    expect(output.isPaused).toBe(false);
    expect(clock.isHeld).toBe(false);
    await write(stdout, '\n');
    expect(output.isPaused).toBe(true);
    expect(clock.isHeld).toBe(true);
  });

  it('gets the rest when it has caught up, and the clock continues', async () => {
    const { stdout, events, output, clock, lines } = reading();
    await write(stdout, ...BLOCKS, '\n', 'late\n');
    expect(lines).toHaveLength(17);
    expect(lines).not.toContain('late');
    await events.iterator.next();
    expect(output.isPaused).toBe(true);
    await readAll(events);
    expect(output.isPaused).toBe(false);
    expect(clock.isHeld).toBe(false);
    expect(lines).toContain('late');
  });

  it('can fall behind by as much again after it has caught up', async () => {
    const { stdout, events, output } = reading();
    for (let round = 0; round < 3; round++) {
      await write(stdout, ...BLOCKS);
      expect(output.isPaused).toBe(false);
      await readAll(events);
    }
  });

  it('is not behind if the output gave no events', async () => {
    const { stdout, output } = reading({ text: () => [] });
    await write(stdout, ...BLOCKS, ...BLOCKS);
    expect(output.isPaused).toBe(false);
  });

  it('does not pause a process that is being ended; excess output is dropped', async () => {
    const { stdout, output, lines } = reading();
    await write(stdout, ...BLOCKS, '\n', 'waits in the pipe\n');
    expect(output.isPaused).toBe(true);
    output.drain();
    await write(stdout, ...BLOCKS);
    expect(output.isPaused).toBe(false);
    expect(lines).toHaveLength(17);
  });

  it('still gets 1 MiB of the output of a process that is being ended', async () => {
    const { stdout, output, lines, events } = reading();
    output.drain();
    await write(stdout, ...BLOCKS, 'a\n', 'b\n');
    expect(lines).toHaveLength(17);
    await readAll(events);
    await write(stdout, 'c\n');
    expect(lines.slice(16)).toEqual(['a', 'c']);
  });
});

describe('the clock', () => {
  const call: AgentEvent = { type: 'tool-call', id: '1', name: 'read', input: {} };
  const result: AgentEvent = { type: 'tool-result', id: '1', output: '', isError: false };
  const parser = (): Pick<TurnParser, 'text'> & { ended: boolean } => ({
    ended: false,
    text(line) {
      if (line === 'end') this.ended = true;
      if (line === 'call') return [call];
      return line === 'result' ? [result] : [];
    },
  });

  it('is held while a tool runs', async () => {
    const { stdout, clock } = reading(parser());
    await write(stdout, 'call\n');
    expect(clock.isHeld).toBe(true);
    await write(stdout, 'result\n');
    expect(clock.isHeld).toBe(false);
    expect(clock.expectsExit).toBe(false);
  });

  it('gives the parser the lines of stderr, however they are cut, and only the beginning of a long one', async () => {
    const lines: string[] = [];
    const { stderr } = reading({
      stderr(line) {
        lines.push(line);
        return [];
      },
    });
    await write(stderr, 'one\ntw', Buffer.from('ö\n').subarray(0, 1), Buffer.from('ö\n').subarray(1));
    await write(stderr, 'x'.repeat(100 * KIBIBYTE), `${'x'.repeat(100 * KIBIBYTE)}\nlast\n`);
    expect(lines).toEqual(['one', 'twö', 'x'.repeat(4 * KIBIBYTE), 'last']);
  });

  it('does not take retries alone for output, and remembers the last one', async () => {
    const retrying = reading({ text: (message) => [{ type: 'notice', kind: 'retry', message }] });
    expect(retrying.output.lastRetry).toBeUndefined();
    await write(retrying.stdout, '1 of 5\n', '2 of 5\n');
    expect(retrying.clock.outputs).toBe(0);
    expect(retrying.output.lastRetry).toBe('2 of 5');
    const { stdout, clock } = reading();
    await write(stdout, 'a\n', 'b\n');
    expect(clock.outputs).toBe(2);
  });

  it('expects the exit when the answer is complete, and no longer waits for a tool', async () => {
    const { stdout, clock } = reading(parser());
    await write(stdout, 'call\n');
    expect(clock.isHeld).toBe(true);
    await write(stdout, 'end\n');
    expect(clock).toMatchObject({ isHeld: false, expectsExit: true });
  });
});

describe('output that cannot be read', () => {
  it('because the parser throws is reported once, and the rest is ignored', async () => {
    const lines: string[] = [];
    const { stdout, faults, output } = reading({
      text(line) {
        lines.push(line);
        throw new Error('parser');
      },
    });
    await write(stdout, 'one\n', 'two\n');
    output.finish();
    expect(faults).toEqual(['parser-threw']);
    expect(lines).toEqual(['one']);
  });

  it('because a line is too long is reported', async () => {
    const { stdout, faults, lines } = reading({}, 10);
    await write(stdout, 'short\n');
    expect(faults).toEqual([]);
    await write(stdout, 'longer than that');
    expect(faults).toContain('line-too-long');
    expect(lines).toEqual(['short']);
  });
});

describe('stderr', () => {
  it('is returned as its last 64 KiB', async () => {
    const { stderr, output } = reading();
    await write(stderr, 'lost', 'x'.repeat(100 * KIBIBYTE), 'end');
    const text = output.finish();
    expect(text).toHaveLength(64 * KIBIBYTE);
    expect(text.endsWith('xend')).toBe(true);
  });

  it('is returned without secrets, even if one begins before the kept part', async () => {
    const { stderr, output } = reading();
    await write(stderr, `${'x'.repeat(70 * KIBIBYTE)}s3cret${'y'.repeat(64 * KIBIBYTE - 3)}`);
    expect(output.finish().slice(0, 5)).toBe('***yy');
  });
});
