import { constants, type FileHandle, open, unlink } from 'node:fs/promises';
import { createRedactor, oneLine, type Redactor, secretValues, toolCallDetail } from '@ctx/agent-runner';
import type { AgentEvent, AgentTurn, TurnExecutor } from '@ctx/contract';
import { clearLive, type LivePiece, livePath, MAX_LIVE_BYTES } from './live-file.ts';

/** Where the logs of the sessions are. */
export interface LiveOptions {
  /** Default `.ctx/sessions` under the working directory. */
  readonly directory?: string | undefined;
}

/** Pieces are gathered that long, so that an agent that streams letter by letter costs a few writes a second. */
const GATHER_MS = 80;
const LONGEST_LINE = 200;
/** More of a tool's input than this is not looked at: it may be a whole file. */
const LONGEST_DETAIL = 10_000;

/**
 * An executor whose running turns can be watched from another process, with `followLive`. What it says goes to a file
 * beside the log and is gone at the end of the turn. A disk that refuses changes nothing for the turn.
 */
export function createLiveExecutor(executor: TurnExecutor, { directory }: LiveOptions = {}): TurnExecutor {
  const cleared = new Set<string>();
  const redact = createRedactor(secretValues(process.env));
  return {
    ...executor,
    async *run(turn, options) {
      if (!cleared.has(turn.sessionId)) {
        cleared.add(turn.sessionId);
        await clearLive(turn.sessionId, directory).catch(() => {});
      }
      const file = createLiveFile(turn, directory);
      try {
        for await (const event of executor.run(turn, options)) {
          const piece = pieceOf(event, redact);
          if (piece !== undefined) file.add(piece);
          yield event;
        }
      } finally {
        await file.remove();
      }
    },
  };
}

function pieceOf(event: AgentEvent, redact: Redactor): LivePiece | undefined {
  if (event.type === 'text' || event.type === 'text-delta') return { type: 'text', text: event.text };
  if (event.type !== 'tool-call') return undefined;
  const detail = toolCallDetail(event.name, event.input).slice(0, LONGEST_DETAIL);
  return { type: 'tool', tool: oneLine(event.name, LONGEST_LINE), line: oneLine(redact(detail), LONGEST_LINE) };
}

function createLiveFile({ sessionId, id }: AgentTurn, directory: string | undefined) {
  const path = livePath(sessionId, id, directory);
  let gathered = '';
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let handle: FileHandle | undefined;
  let last: Promise<void> = path === undefined ? Promise.resolve() : begin(path);
  let isFull = path === undefined;

  async function begin(file: string): Promise<void> {
    // Made anew and never through a link: an agent that may write here could have left one.
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
    await unlink(file).catch(() => {});
    handle = await open(file, flags, 0o600).catch(() => undefined);
  }

  function write(): void {
    timer = undefined;
    const text = gathered;
    gathered = '';
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
      gathered += isFull ? `${JSON.stringify({ type: 'full' } satisfies LivePiece)}\n` : line;
      timer ??= setTimeout(write, GATHER_MS);
    },
    async remove(): Promise<void> {
      clearTimeout(timer);
      await last;
      await handle?.close().catch(() => {});
      if (path !== undefined) await unlink(path).catch(() => {});
    },
  };
}
