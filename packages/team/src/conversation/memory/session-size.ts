import { contextWindowOf } from '@ctx/agent-runner';
import type { AgentEvent, NativeSession, TurnResult } from '@ctx/contract';
import { estimateTokens } from '@ctx/tokens';
import type { SentPrompt } from '../turn/prompt-hash.ts';

/** The context window of a model whose own is not known. */
const ASSUMED_WINDOW = 200_000;
/** Which share of a context window a session may hold. */
const MAX_WINDOW_SHARE = 0.6;

/** Whether a session is too full to be continued. */
export function isSessionFull(session: NativeSession, model: string | undefined): boolean {
  return sessionFill(session, model) > MAX_WINDOW_SHARE;
}

/** Which share of its model's window a session holds. */
export function sessionFill({ heldTokens = 0, contextWindow }: NativeSession, model: string | undefined): number {
  const window = contextWindow ?? (model === undefined ? undefined : contextWindowOf(model));
  return heldTokens / (window ?? ASSUMED_WINDOW);
}

/** Watches the events of a turn, to estimate how full the agent's session is after it. */
export interface TurnObserver {
  note(event: AgentEvent): void;
  /** The agent has replaced the content of its session by a summary. */
  readonly wasCompacted: boolean;
  /** Estimated tokens of the inputs and outputs of tools. */
  readonly toolTokens: number;
  readonly toolCalls: number;
}

/** Creates an observer for one turn. */
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

/**
 * How many tokens a session holds after a turn: the reported number. Without one, the larger of two estimates: what was
 * added to the session, and the average size of the turn's requests.
 */
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
