import type { SessionRecord, TurnEndRecord } from '@ctx/contract';
import { estimateTokens } from '@ctx/tokens';

/** Cost, tokens and time of some turns. */
export interface CostSum {
  readonly turns: number;
  /** US dollars; the sum of the known costs. */
  readonly costUsd: number;
  /** Turns whose cost is not known. */
  readonly turnsOfUnknownCost: number;
  /** Turns that failed before a model was called, such as with a program that is not installed. They cost nothing. */
  readonly turnsNotStarted: number;
  /** Input and output together. */
  readonly tokens: number;
  /** Turns whose tokens are an estimate. */
  readonly turnsOfEstimatedTokens: number;
  /** The sum of the turns' durations. */
  readonly durationMs: number;
}

/** The totals of a session, and of each member by id in the order of their first turns. */
export interface SessionCosts extends CostSum {
  readonly members: ReadonlyMap<string, CostSum>;
}

/** Adds up the cost, tokens and time of a session's turns from the records of its log. */
export interface CostLedger {
  note(record: SessionRecord): void;
  sums(): SessionCosts;
}

const NOTHING: CostSum = {
  turns: 0,
  costUsd: 0,
  turnsOfUnknownCost: 0,
  turnsNotStarted: 0,
  tokens: 0,
  turnsOfEstimatedTokens: 0,
  durationMs: 0,
};
const BYTES_PER_TOKEN = 4;
/** Errors of turns that failed before a model was called. */
const NEVER_RAN: readonly unknown[] = [
  'CTX_AGENT_NOT_FOUND',
  'CTX_PERMISSION_REFUSED',
  'CTX_NOT_TRUSTED',
  'CTX_TEAM_FILE',
  'CTX_UNKNOWN_MEMBER',
];

/** Creates an empty ledger. On a resume, pass it every record of the log. */
export function createCostLedger(): CostLedger {
  const members = new Map<string, CostSum>();
  let all = NOTHING;
  /** Estimated tokens of answers whose turn has not ended yet, by turn. */
  const answerTokens = new Map<string, number>();
  return {
    note(record) {
      if (record.type === 'message' && record.turn !== undefined && record.message.speaker.type === 'ai') {
        answerTokens.set(record.turn, estimateTokens(record.message.content));
      }
      if (record.type !== 'turn-end') return;
      const used = costOf(record, answerTokens.get(record.turn) ?? 0);
      answerTokens.delete(record.turn);
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
    turnsNotStarted: hasRun ? 0 : 1,
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
    turnsNotStarted: a.turnsNotStarted + b.turnsNotStarted,
    tokens: a.tokens + b.tokens,
    turnsOfEstimatedTokens: a.turnsOfEstimatedTokens + b.turnsOfEstimatedTokens,
    durationMs: a.durationMs + b.durationMs,
  };
}
