/** Notices when a stream of deltas starts its answer anew. */
export interface ReplayDetector {
  /** A delta and, where known, the time it was written (ISO); true when it shows that the answer was started anew. */
  add(delta: string, writtenAt: unknown): boolean;
  /** What was said since the last start. */
  text(): string;
  /** The stream broke: a start that could not be told from a repetition before is one now. */
  breakOff(): void;
  /** Something else than answer text came: what follows is another answer. */
  reset(): void;
}

/** An agent that never stops talking must not take the host down: what comes after this many characters is not kept. */
const LONGEST_TEXT = 64 * 1024 * 1024;
/** Shorter repetitions are a way of speaking ("ha ha"), unless a pause says otherwise. */
const SHORTEST_REPLAY = 12;
/** Gemini waits a second or more before it tries again: after such a pause the same beginning is a new start, */
const RETRY_PAUSE_MS = 1_000;
/** and after a shorter one than this it is the model that repeats itself. */
const SHORTEST_RETRY_PAUSE_MS = 500;

/**
 * Gemini CLI retries a broken stream by itself and does not say so: the deltas of the first attempt stay, and the next
 * attempt begins from the start. An attempt counts as started anew when it repeats the whole of the one before, or when
 * it begins with the same delta after the pause of a retry.
 */
export function createReplayDetector(): ReplayDetector {
  let pieces: string[] = [];
  let length = 0;
  let lastWrittenAt: unknown;
  let replay: Replay | undefined;

  const startAnew = (attempt: string[]): void => {
    pieces = attempt;
    replay = undefined;
  };

  /** True when the delta completes the repetition of all that was said. */
  const completesReplay = (delta: string, mayBegin: boolean): boolean => {
    let comparison = replay?.compare(delta) ?? 'different';
    if (comparison === 'different' && mayBegin) {
      replay = startReplay(pieces);
      comparison = replay.compare(delta);
    }
    if (comparison === 'repeats') return false;
    if (comparison === 'repeated-all' && replay!.length >= SHORTEST_REPLAY) return true;
    replay = undefined;
    return false;
  };

  return {
    add(delta, writtenAt) {
      const writtenBefore = lastWrittenAt;
      lastWrittenAt = writtenAt;
      length += delta.length;
      if (length > LONGEST_TEXT) return false;
      if (pieces.length === 0) {
        pieces.push(delta);
        return false;
      }
      const first = pieces[0]!;
      const isSameBeginning = delta.startsWith(first) || first.startsWith(delta);
      const pauseMs = isSameBeginning ? pauseBetween(writtenBefore, writtenAt) : 0;
      if (delta === first && delta.trim().length > 1 && pauseMs >= RETRY_PAUSE_MS) {
        startAnew([delta]);
        return true;
      }
      const mayBegin = isSameBeginning && (pauseMs === 0 || pauseMs >= SHORTEST_RETRY_PAUSE_MS);
      const isNewStart = completesReplay(delta, mayBegin);
      if (isNewStart) startAnew(pieces.slice(replay?.start));
      pieces.push(delta);
      return isNewStart;
    },
    text: () => pieces.join(''),
    breakOff() {
      if (replay !== undefined && replay.length >= SHORTEST_REPLAY) startAnew(pieces.slice(replay.start));
    },
    reset() {
      startAnew([]);
      length = 0;
    },
  };
}

/** A repetition that may be under way: what is said from `start` on has so far repeated the beginning. */
interface Replay {
  readonly start: number;
  /** Characters repeated. */
  readonly length: number;
  /** Does a delta go on repeating what was said before `start`, and has all of that been repeated then? */
  compare(delta: string): 'different' | 'repeats' | 'repeated-all';
}

/** A repetition that begins after these pieces. Their text is compared piece by piece and never joined. */
function startReplay(pieces: readonly string[]): Replay {
  const start = pieces.length;
  let length = 0;
  let comparedPiece = 0;
  let comparedOffset = 0;
  return {
    start,
    get length() {
      return length;
    },
    compare(delta) {
      let offset = 0;
      while (offset < delta.length && comparedPiece < start) {
        const piece = pieces[comparedPiece] ?? '';
        const step = Math.min(piece.length - comparedOffset, delta.length - offset);
        if (!piece.startsWith(delta.slice(offset, offset + step), comparedOffset)) return 'different';
        offset += step;
        comparedOffset += step;
        if (comparedOffset < piece.length) continue;
        comparedPiece++;
        comparedOffset = 0;
      }
      length += offset;
      return comparedPiece === start ? 'repeated-all' : 'repeats';
    },
  };
}

/** The time between two deltas in ms; 0 where it is not known. */
function pauseBetween(before: unknown, after: unknown): number {
  if (typeof before !== 'string' || typeof after !== 'string') return 0;
  return Date.parse(after) - Date.parse(before) || 0;
}
