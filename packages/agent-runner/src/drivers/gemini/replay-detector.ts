import { MAX_ANSWER_CHARACTERS } from '../answer-text.ts';

/** Notices when a stream of deltas starts its answer again from the beginning. */
export interface ReplayDetector {
  /** Adds a delta and, if known, its time (ISO). True if the answer has started again. */
  add(delta: string, writtenAt: unknown): boolean;
  /** The text since the last start. */
  text(): string;
  /** True if the answer was too long and its end was not kept. */
  readonly overflowed: boolean;
  /** Called when the stream breaks off: a repetition that is not complete yet then counts as a new start. */
  breakOff(): void;
  /** Called after a tool call or result: the next delta begins another part of the answer. */
  reset(): void;
}

/** In characters. Shorter repetitions are ordinary text ("ha ha"), unless there was a pause before them. */
const SHORTEST_REPLAY = 12;
/** Gemini CLI waits a second or more before it retries. After such a pause the same first delta means a new start. */
const RETRY_PAUSE_MS = 1_000;
/** After a shorter pause than this, the model repeats itself. */
const SHORTEST_RETRY_PAUSE_MS = 500;

/**
 * Gemini CLI retries a broken stream without saying so: after the deltas of the first attempt, the next attempt follows
 * from the beginning. A new start is recognised when all the text so far is repeated, or when the first delta comes
 * again after the pause of a retry.
 */
export function createReplayDetector(): ReplayDetector {
  let pieces: string[] = [];
  let length = 0;
  let overflowed = false;
  let lastWrittenAt: unknown;
  let replay: Replay | undefined;

  const startAgain = (attempt: string[]): void => {
    pieces = attempt;
    length = attempt.reduce((sum, piece) => sum + piece.length, 0);
    overflowed = false;
    replay = undefined;
  };

  /** True when the delta completes a repetition of all the text so far. */
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
      overflowed ||= length + delta.length > MAX_ANSWER_CHARACTERS;
      if (overflowed) return false;
      const first = pieces[0];
      // Few deltas begin like the answer. For all others the times need not be read: that took half as long as the JSON.
      const isSameBeginning = first !== undefined && (delta.startsWith(first) || first.startsWith(delta));
      const pauseMs = isSameBeginning ? pauseBetween(writtenBefore, writtenAt) : 0;
      if (delta === first && delta.trim().length > 1 && pauseMs >= RETRY_PAUSE_MS) {
        startAgain([delta]);
        return true;
      }
      const mayBegin = isSameBeginning && (pauseMs === 0 || pauseMs >= SHORTEST_RETRY_PAUSE_MS);
      const isNewStart = completesReplay(delta, mayBegin);
      if (isNewStart) startAgain(pieces.slice(replay!.start));
      pieces.push(delta);
      length += delta.length;
      return isNewStart;
    },
    text: () => pieces.join(''),
    breakOff() {
      if (replay !== undefined && replay.length >= SHORTEST_REPLAY) startAgain(pieces.slice(replay.start));
    },
    reset: () => startAgain([]),
    get overflowed() {
      return overflowed;
    },
  };
}

/** A possible repetition: the pieces from index `start` on have so far repeated the pieces before it. */
interface Replay {
  readonly start: number;
  /** Number of characters repeated so far. */
  readonly length: number;
  /** Whether a delta continues the repetition, and whether the repetition is then complete. */
  compare(delta: string): 'different' | 'repeats' | 'repeated-all';
}

/** A repetition that begins after these pieces. They are compared one by one and never joined. */
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
        const piece = pieces[comparedPiece]!;
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

/** The time between two deltas in ms; 0 if unknown. */
function pauseBetween(before: unknown, after: unknown): number {
  if (typeof before !== 'string' || typeof after !== 'string') return 0;
  return Date.parse(after) - Date.parse(before) || 0;
}
