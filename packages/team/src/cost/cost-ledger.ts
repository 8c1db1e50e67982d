import type { SessionRecord, TurnEndRecord } from '@ctx/contract';
import { estimateTokens } from '@ctx/tokens';

/** What somebody used up. */
export interface CostSum {
  readonly turns: number;
  /** US dollars, as far as they are known. */
  readonly costUsd: number;
  /** Turns of which nobody knows what they cost. */
  readonly turnsOfUnknownCost: number;
  /** Read and written. */
  readonly tokens: number;
  /** Turns whose tokens are an estimate. */
  readonly turnsOfEstimatedTokens: number;
  /** The time of the turns. */
  readonly durationMs: number;
}

/** What a session used up: all of it, and each member by id, in the order of their first turns. */
export interface SessionCosts extends CostSum {
  readonly members: ReadonlyMap<string, CostSum>;
}

/** Adds up what the turns of a session used, from the records of its log. */
export interface CostLedger {
  note(record: SessionRecord): void;
  sums(): SessionCosts;
}

const NOTHING: CostSum = {
  turns: 0,
  costUsd: 0,
  turnsOfUnknownCost: 0,
  tokens: 0,
  turnsOfEstimatedTokens: 0,
  durationMs: 0,
};
const BYTES_PER_TOKEN = 4;
/** Failures before anything was asked of a model. */
const NEVER_RAN: readonly unknown[] = [
  'CTX_AGENT_NOT_FOUND',
  'CTX_PERMISSION_REFUSED',
  'CTX_NOT_TRUSTED',
  'CTX_TEAM_FILE',
  'CTX_UNKNOWN_MEMBER',
];

/** A ledger of nothing yet. A resumed session gives it the records of its log. */
export function createCostLedger(): CostLedger {
  const members = new Map<string, CostSum>();
  let all = NOTHING;
  /** Answers whose turn has not ended yet, by turn. */
  const answers = new Map<string, number>();
  return {
    note(record) {
      if (record.type === 'message' && record.turn !== undefined && record.message.speaker.type === 'ai') {
        answers.set(record.turn, estimateTokens(record.message.content));
      }
      if (record.type !== 'turn-end') return;
      const used = costOf(record, answers.get(record.turn) ?? 0);
      answers.delete(record.turn);
      all = plus(all, used);
      members.set(record.member, plus(members.get(record.member) ?? NOTHING, used));
    },
    sums: () => ({ ...all, members: new Map(members) }),
  };
}

function costOf(end: TurnEndRecord, answerTokens: number): CostSum {
  const { status, usage, costUsd, durationMs, error, receipt } = end;
  const hasRun = status === 'unknown' || (receipt !== undefined && !NEVER_RAN.includes(error?.code));
  const reported = usage?.inputTokens === undefined && usage?.outputTokens === undefined ? undefined : usage;
  const estimated = hasRun
    ? (receipt?.tokens?.used ?? Math.ceil((receipt?.usedBytes ?? 0) / BYTES_PER_TOKEN)) + answerTokens
    : 0;
  return {
    turns: 1,
    costUsd: costUsd ?? 0,
    turnsOfUnknownCost: costUsd === undefined && hasRun ? 1 : 0,
    tokens: reported === undefined ? estimated : (reported.inputTokens ?? 0) + (reported.outputTokens ?? 0),
    turnsOfEstimatedTokens: reported === undefined && hasRun ? 1 : 0,
    durationMs,
  };
}

function plus(a: CostSum, b: CostSum): CostSum {
  return {
    turns: a.turns + b.turns,
    costUsd: a.costUsd + b.costUsd,
    turnsOfUnknownCost: a.turnsOfUnknownCost + b.turnsOfUnknownCost,
    tokens: a.tokens + b.tokens,
    turnsOfEstimatedTokens: a.turnsOfEstimatedTokens + b.turnsOfEstimatedTokens,
    durationMs: a.durationMs + b.durationMs,
  };
}
