import { constants, type FileHandle, open, unlink } from 'node:fs/promises';
import { createRedactor, type Redactor, secretValues } from '@ctx/agent-runner';
import { type AgentEvent, type AgentTurn, requireNoMore, type TurnExecutor } from '@ctx/contract';
import { withRun } from '../executor/with-run.ts';
import { toolLine } from '../trail/tool-line.ts';
import { clearLive, type LivePiece, livePath, MAX_LIVE_BYTES } from './live-file.ts';

/** Where the logs of the sessions are. */
export interface LiveOptions {
  /** Default `.ctx/sessions` under the working directory. */
  readonly directory?: string | undefined;
}

/** Pieces are collected for this long, so that an agent that streams letter by letter causes only a few writes. */
const COLLECT_MS = 80;

/**
 * An executor whose running turns can be watched from another process with `followLive`. Each turn writes its text and
 * tool calls to a file beside the log, which is removed when the turn ends. If the file cannot be written, the turn runs
 * anyway.
 * @throws TypeError for an unknown option.
 */
export function createLiveExecutor(executor: TurnExecutor, options: LiveOptions = {}): TurnExecutor {
  const { directory, ...unknown } = options;
  requireNoMore(unknown satisfies Record<string, never>);
  const cleared = new Map<string, Promise<void>>();
  const redact = createRedactor(secretValues(process.env));
  return withRun(executor, async function* (turn, execution) {
    const { sessionId } = turn;
    // Once for each session. All turns wait for it, so that it does not remove the file of a turn that begins with it.
    const clearing = cleared.get(sessionId) ?? clearLive(sessionId, directory).catch(() => {});
    cleared.set(sessionId, clearing);
    await clearing;
    const file = createLiveFile(turn, directory);
    try {
      for await (const event of executor.run(turn, execution)) {
        const piece = pieceOf(event, redact);
        if (piece !== undefined) file.add(piece);
        yield event;
      }
    } finally {
      await file.remove();
    }
  });
}

function pieceOf(event: AgentEvent, redact: Redactor): LivePiece | undefined {
  if (event.type === 'text' || event.type === 'text-delta') return { type: 'text', text: event.text };
  return event.type === 'tool-call' ? { type: 'tool', ...toolLine(event, redact) } : undefined;
}

function createLiveFile({ sessionId, id }: AgentTurn, directory: string | undefined) {
  const path = livePath(sessionId, id, directory);
  let collected = '';
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let handle: FileHandle | undefined;
  let last: Promise<void> = path === undefined ? Promise.resolve() : begin(path);
  let isFull = path === undefined;

  async function begin(file: string): Promise<void> {
    // Always a new file, never through a symbolic link: an agent could have placed one here.
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    await unlink(file).catch(() => {});
    handle = await open(file, flags, 0o600).catch(() => undefined);
  }

  function write(): void {
    timer = undefined;
    const text = collected;
    collected = '';
    last = last.then(async () => {
      await handle?.write(text).catch(() => {});
    });
  }

  return {
    add(piece: LivePiece): void {
      if (isFull) return;
      const line = `${JSON.stringify(piece)}\n`;
      bytes += Buffer.byteLength(line);
      isFull = bytes > MAX_LIVE_BYTES;
      collected += isFull ? `${JSON.stringify({ type: 'full' } satisfies LivePiece)}\n` : line;
      timer ??= setTimeout(write, COLLECT_MS);
    },
    async remove(): Promise<void> {
      clearTimeout(timer);
      await last;
      await handle?.close().catch(() => {});
      if (path !== undefined) await unlink(path).catch(() => {});
    },
  };
}
