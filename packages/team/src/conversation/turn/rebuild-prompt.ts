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

/** What prompts are made with that is not in a log. */
export interface RebuildOptions {
  /** Those the conversation had. Agent types without one get plain text. */
  readonly assemblers?: readonly IContextAssembler[] | undefined;
  readonly fallback?: IContextAssembler | undefined;
  /** Those the conversation had besides `estimatedTokens`. */
  readonly tokenCounters?: readonly TokenCounter[] | undefined;
}

/** A prompt that was made again. */
export interface RebuiltPrompt extends ExplainedPrompt {
  /** Whether it is what was sent, byte for byte: its hash is the one in the log. */
  readonly exact: boolean;
  /** Why it is not, or may not be. */
  readonly why?: string | undefined;
}

const silent = () => {};
const QUIET = { debug: silent, info: silent, warn: silent, error: silent };

/**
 * Makes the prompt of a turn again from the records of its session: as it was the last time the turn began, whatever was
 * said, set or written into files since then.
 * @throws CtxError `CTX_STORE_FAILED` when the log has no such turn, or not what its prompt was made with.
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
  return { ...prompt, ...judge(prompt, start) };
}

function judge(prompt: ExplainedPrompt, { promptHash: sent }: TurnStartRecord): { exact: boolean; why?: string } {
  if (sent === undefined) return { exact: false, why: 'the log has no hash of what was sent' };
  if (promptHash(prompt) === sent) return { exact: true };
  return { exact: false, why: 'its hash is not that of what was sent: the format or a package has changed since' };
}

function settingsOf(before: readonly SessionRecord[], { call, turn }: TurnStartRecord): PromptSettingsRecord {
  const settings = before.findLast(
    (record): record is PromptSettingsRecord => record.type === 'prompt-settings' && record.member === call.member,
  );
  if (settings !== undefined) return settings;
  throw new CtxError(
    'CTX_STORE_FAILED',
    `The prompt of ${turn} cannot be made again: the log does not say what it was made with.`,
  );
}

// The conversation as it was at that place of the log.
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
