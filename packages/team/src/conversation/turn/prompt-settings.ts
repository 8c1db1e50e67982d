import {
  type ContextSettings,
  DEFAULT_CONTEXT_WINDOW_SIZE,
  DEFAULT_MAX_BYTES,
  type IContextProvider,
  type PromptSettingsRecord,
} from '@ctx/contract';
import { estimatedTokens } from '@ctx/tokens';
import type { AgentMember, Team } from '../../team-file/team.ts';
import { memberRedactor } from '../../trail/member-redactor.ts';
import { createBriefing } from './briefing.ts';
import { readInstructionFile } from './read-instruction-file.ts';

/** Everything that a member's prompt depends on, except messages and task. */
export type PromptSettings = Omit<PromptSettingsRecord, 'type' | 'at'>;

/** The team, and the context that builds its prompts. */
export interface PromptMaker {
  readonly team: Team;
  readonly context: IContextProvider;
}

// For a context without `settings`: the defaults of a `ContextManager`.
const DEFAULT_SETTINGS: ContextSettings = {
  windowSize: DEFAULT_CONTEXT_WINDOW_SIZE,
  maxBytes: DEFAULT_MAX_BYTES,
  guarded: false,
  stripping: 'lenient',
};

/**
 * Collects the current settings of a member's prompt, and reads its instruction file.
 * @throws CtxError `CTX_TEAM_FILE` when the instruction file cannot be read.
 */
export async function readPromptSettings({ team, context }: PromptMaker, member: AgentMember): Promise<PromptSettings> {
  const { settings = DEFAULT_SETTINGS } = context;
  const maxTokens = member.maxTokens ?? settings.maxTokens;
  const windowSize = member.windowSize ?? settings.windowSize;
  return {
    member: member.id,
    agentType: member.agentType,
    systemInstruction: instructionOf(member, team, context),
    instructionFileText: await readInstructionFile(member),
    windowSize: windowSize === Number.POSITIVE_INFINITY ? undefined : windowSize,
    maxBytes: member.maxBytes ?? settings.maxBytes,
    maxTokens,
    tokenCounter: settings.tokenCounter ?? (maxTokens === undefined ? undefined : estimatedTokens.id),
    maxMessages: settings.maxMessages,
    guarded: settings.guarded,
    stripping: settings.stripping,
    ...(settings.cut === undefined ? {} : { cut: settings.cut }),
    ...(member.model === undefined ? {} : { model: member.model }),
    permissions: member.permissions,
    ...(member.args.length === 0 ? {} : { args: member.args.map(memberRedactor(member)) }),
  };
}

/** Settings as text, to compare them: equal settings have equal text. */
export function settingsText(settings: PromptSettings): string {
  const { member, agentType, systemInstruction, instructionFileText, windowSize, maxBytes } = settings;
  const { maxTokens, tokenCounter, maxMessages, guarded, stripping, cut, model, permissions, args } = settings;
  return JSON.stringify([
    [member, agentType, systemInstruction, instructionFileText],
    [windowSize, maxBytes, maxTokens, tokenCounter, maxMessages, guarded, stripping, cut],
    [model, permissions, args],
  ]);
}

// The briefing comes first, so that the member's own instruction can refer to it.
function instructionOf(member: AgentMember, team: Team, context: IContextProvider): string | undefined {
  if (!team.briefing) return member.systemInstruction;
  const briefing = createBriefing(team, member, context.guards?.(member.agentType));
  const own = member.systemInstruction?.trim() ?? '';
  return own === '' ? briefing : `${briefing}\n\n${own}`;
}
