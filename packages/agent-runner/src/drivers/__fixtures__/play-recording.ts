import { readdirSync, readFileSync } from 'node:fs';
import type { AgentEvent, ProcessDriver, TurnInput, TurnResult } from '@ctx/contract';
import { createStreamReader } from '../../read/stream-reader.ts';

/** The names of one CLI's recordings. */
export function recordingNames(cli: string): string[] {
  return readdirSync(new URL(cli, import.meta.url))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length));
}

/** The events and result of a recorded stream. */
export interface PlayedRecording {
  readonly events: readonly AgentEvent[];
  readonly result: TurnResult;
  /** All delivered answer text. */
  readonly delivered: string;
  /** Whether the stream had its end event. */
  readonly ended: boolean;
}

/** What `events.json` in the folder of a CLI says about each of its recordings. */
export interface ExpectedRecording extends Pick<PlayedRecording, 'result' | 'ended'> {
  /** A raw event is written as `{ type: 'raw', of: … }` with the type of its line. */
  readonly events: readonly object[];
}

/** The expected events and results of one CLI's recordings, by name. */
export function expectedRecordings(cli: string): Readonly<Record<string, ExpectedRecording>> {
  return JSON.parse(readFileSync(new URL(`${cli}/events.json`, import.meta.url), 'utf8'));
}

/** How a recording is changed while it is played. */
export interface PlayOptions {
  readonly input?: Partial<TurnInput> | undefined;
  /** Size of the chunks in bytes. Default: one chunk. */
  readonly chunkBytes?: number | undefined;
  readonly change?: ((stream: string) => string) | undefined;
}

/** Plays a recording through the stream reader and a driver's parser, as the runner does with a process. */
export function playRecording(driver: ProcessDriver, name: string, options: PlayOptions = {}): PlayedRecording {
  const recorded = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8');
  const exit = JSON.parse(readFileSync(new URL(`${name}.exit.json`, import.meta.url), 'utf8'));
  return playStream(driver, options.change?.(recorded) ?? recorded, { ...options, exit });
}

/** Plays a stream given as text. */
export function playStream(
  driver: ProcessDriver,
  stream: string,
  options: PlayOptions & { readonly exit?: { exitCode: number | null; signal: string | null; stderr?: string } } = {},
): PlayedRecording {
  const input: TurnInput = { prompt: 'Say hello.', permissions: 'read-only', ...options.input };
  const parser = driver.createParser(input);
  const bytes = Buffer.from(stream);
  const events: AgentEvent[] = [];
  const reader = createStreamReader(parser, { maxLineBytes: 1 << 26, onEvents: (read) => events.push(...read) });
  const chunkBytes = options.chunkBytes ?? (bytes.length || 1);
  for (let start = 0; start < bytes.length; start += chunkBytes) reader.push(bytes.subarray(start, start + chunkBytes));
  reader.end();
  const ended = parser.ended === true;
  const { exitCode, signal, stderr } = { exitCode: 0, signal: null, stderr: '', ...options.exit };
  const result = parser.finish({ exitCode, signal, stderr });
  const delivered = events
    .map((event) => (event.type === 'text' || event.type === 'text-delta' ? event.text : ''))
    .join('');
  return { events, result, delivered, ended };
}
