import { contextWindowOf } from '@ctx/agent-runner';
import type { AgentEvent, NativeSession, TurnResult } from '@ctx/contract';
import { estimateTokens } from '@ctx/tokens';
import type { SentPrompt } from '../turn/prompt-hash.ts';

/** What a session may hold where nobody knows how much its model can, in tokens. */
const MOST_TOKENS = 120_000;
/** What it may hold of what its model can. */
const MOST_OF_WINDOW = 0.6;

/** Whether a session holds as much as it may. */
export function isSessionFull({ heldTokens = 0, contextWindow }: NativeSession, model: string | undefined): boolean {
  const window = contextWindow ?? (model === undefined ? undefined : contextWindowOf(model));
  return heldTokens > (window === undefined ? MOST_TOKENS : window * MOST_OF_WINDOW);
}

/** Sees a turn go by, for what its session holds afterwards. */
export interface TurnObserver {
  note(event: AgentEvent): void;
  /** The agent put a summary in the place of its session. */
  readonly wasCompacted: boolean;
  /** Tokens of what tools were asked and what they gave, estimated. */
  readonly toolTokens: number;
  readonly toolCalls: number;
}

/** Nothing seen yet. */
export function createTurnObserver(): TurnObserver {
  let wasCompacted = false;
  let toolTokens = 0;
  let toolCalls = 0;
  return {
    note(event) {
      if (event.type === 'notice' && event.kind === 'compacted') wasCompacted = true;
      if (event.type === 'tool-result') toolTokens += estimateTokens(event.output);
      if (event.type !== 'tool-call') return;
      toolCalls += 1;
      toolTokens += estimateTokens(JSON.stringify(event.input) ?? '');
    },
    get wasCompacted() {
      return wasCompacted;
    },
    get toolTokens() {
      return toolTokens;
    },
    get toolCalls() {
      return toolCalls;
    },
  };
}

/** What a session holds after a turn: as reported, else what was put into it, or what its requests held on average. */
export function heldTokens(
  before: number,
  { prompt, systemFlag = '' }: SentPrompt,
  { contextTokens, text, usage }: TurnResult,
  { toolTokens, toolCalls }: Pick<TurnObserver, 'toolTokens' | 'toolCalls'>,
): number {
  if (contextTokens !== undefined) return contextTokens;
  const added = before + estimateTokens(systemFlag + promptText(prompt)) + estimateTokens(text) + toolTokens;
  const average = Math.ceil((usage?.inputTokens ?? 0) / (toolCalls + 1)) + (usage?.outputTokens ?? 0);
  return Math.max(added, average);
}

function promptText(prompt: SentPrompt['prompt']): string {
  return typeof prompt === 'string' ? prompt : Buffer.concat(prompt).toString();
}
