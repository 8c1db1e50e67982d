import {
  CtxError,
  type ExplainedPrompt,
  type IContextAssembler,
  normalizeAgentType,
  type PromptSettingsRecord,
  type SessionRecord,
  type TokenCounter,
  type TurnStartRecord,
} from '@ctx/contract';
import { ContextManager } from '@ctx/core';
import { estimatedTokens } from '@ctx/tokens';
import { plainAssembler } from '../team-context.ts';
import { promptHash } from './prompt-hash.ts';

/** What a prompt was built with and the log does not hold. */
export interface RebuildOptions {
  /** The assemblers of the conversation. Agent types without one get plain text. */
  readonly assemblers?: readonly IContextAssembler[] | undefined;
  readonly fallback?: IContextAssembler | undefined;
  /** The token counters of the conversation, except `estimatedTokens`. */
  readonly tokenCounters?: readonly TokenCounter[] | undefined;
}

/** A prompt that was rebuilt from the log. */
export interface RebuiltPrompt extends ExplainedPrompt {
  /** Whether it is byte for byte what was sent: its hash equals the one in the log. */
  readonly exact: boolean;
  /** Why it is not exact, or may not be. */
  readonly why?: string | undefined;
}

const silent = () => {};
const QUIET = { debug: silent, info: silent, warn: silent, error: silent };

/**
 * Rebuilds the prompt of a turn from the records of its session, as it was at the last start of the turn. Later messages,
 * tasks and changes of files do not matter.
 * @throws CtxError `CTX_STORE_FAILED` when the log has no such turn, or no prompt settings for it.
 */
export function rebuildPrompt(
  records: readonly SessionRecord[],
  turn: string,
  options: RebuildOptions = {},
): RebuiltPrompt {
  const end = records.findLastIndex((record) => record.type === 'turn-start' && record.turn === turn);
  const start = records[end];
  if (start?.type !== 'turn-start') throw new CtxError('CTX_STORE_FAILED', `The log has no ${turn}.`);
  const before = records.slice(0, end);
  const settings = settingsOf(before, start);
  const context = contextAt(before, settings, options);
  const { call, upTo, since, taskKnown, keepFrom } = start;
  const prompt = context.assembleForAgent(call.member, settings.agentType, {
    systemInstruction: settings.systemInstruction,
    instructionFileText: settings.instructionFileText,
    replyTo: call.replyTo,
    upTo,
    since,
    taskKnown,
    keepFrom,
  });
  return { ...prompt, ...compareHash(prompt, start) };
}

function compareHash(prompt: ExplainedPrompt, { promptHash: sent }: TurnStartRecord): { exact: boolean; why?: string } {
  if (sent === undefined) return { exact: false, why: 'the log has no hash of what was sent' };
  if (promptHash(prompt) === sent) return { exact: true };
  return { exact: false, why: 'its hash differs from the one in the log: the format or a package has changed since' };
}

function settingsOf(before: readonly SessionRecord[], { call, turn }: TurnStartRecord): PromptSettingsRecord {
  const settings = before.findLast(
    (record): record is PromptSettingsRecord => record.type === 'prompt-settings' && record.member === call.member,
  );
  if (settings !== undefined) return settings;
  throw new CtxError(
    'CTX_STORE_FAILED',
    `The prompt of ${turn} cannot be rebuilt: the log has no prompt settings for it.`,
  );
}

// The context as it was after these records.
function contextAt(
  before: readonly SessionRecord[],
  settings: PromptSettingsRecord,
  { assemblers = [], fallback, tokenCounters = [] }: RebuildOptions,
): ContextManager {
  const isKnown = assemblers.some((known) => normalizeAgentType(known.getAgentType()) === settings.agentType);
  const plain = isKnown ? undefined : plainAssembler(settings.agentType, fallback === undefined);
  const tokenCounter = [...tokenCounters, estimatedTokens].find(({ id }) => id === settings.tokenCounter);
  const context = new ContextManager({
    assemblers: plain === undefined ? assemblers : [...assemblers, plain],
    fallback,
    contextWindowSize: settings.windowSize ?? Number.POSITIVE_INFINITY,
    maxBytes: settings.maxBytes,
    maxTokens: tokenCounter === undefined ? undefined : settings.maxTokens,
    tokenCounter,
    guarded: settings.guarded,
    stripping: settings.stripping,
    cut: settings.cut,
    maxMessages: settings.maxMessages,
    logger: QUIET,
  });
  for (const record of before) {
    if (record.type === 'snapshot') context.importSnapshot(record.snapshot.context);
    if (record.type === 'message') context.addMessage(record.message);
    if (record.type === 'task') context.setTeamTask(record.task);
  }
  return context;
}
