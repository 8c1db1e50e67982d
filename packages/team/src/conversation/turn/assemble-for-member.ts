import { readFile } from 'node:fs/promises';
import { type ChunkedPrompt, CtxError, type ExplainedPrompt, type IContextProvider } from '@ctx/contract';
import type { AgentMember } from '../../team-file/team.ts';

/** What a member is asked, and up to which message it may look. */
export interface MemberPromptOptions {
  /** Id of the message to answer; default the latest. */
  readonly replyTo?: string | undefined;
  /** Id of the message the conversation is taken to end with; default the latest. */
  readonly upTo?: string | undefined;
  /** Default `string`. */
  readonly format?: 'string' | 'chunks' | undefined;
}

/**
 * The exact prompt a member would be sent: its window, budget and instructions, the instruction file read now. With
 * `format: 'chunks'` as UTF-8 chunks, else as a string.
 * @throws CtxError `CTX_TEAM_FILE` when the instruction file cannot be read, `CTX_UNKNOWN_MESSAGE`.
 * @throws ContextBudgetError
 */
export async function assembleForMember(
  context: IContextProvider,
  member: AgentMember,
  options: MemberPromptOptions & { readonly format: 'chunks' },
): Promise<ChunkedPrompt>;
export async function assembleForMember(
  context: IContextProvider,
  member: AgentMember,
  options?: MemberPromptOptions & { readonly format?: 'string' | undefined },
): Promise<ExplainedPrompt>;
export async function assembleForMember(
  context: IContextProvider,
  member: AgentMember,
  options?: MemberPromptOptions,
): Promise<ExplainedPrompt | ChunkedPrompt>;
export async function assembleForMember(
  context: IContextProvider,
  member: AgentMember,
  options: MemberPromptOptions = {},
): Promise<ExplainedPrompt | ChunkedPrompt> {
  const instructionFileText = await readInstructionFile(member);
  const { format, ...position } = options;
  const shared = {
    ...position,
    windowSizeOverride: member.windowSize,
    maxBytesOverride: member.maxBytes,
    systemInstruction: member.systemInstruction,
    instructionFileText,
  };
  return format === 'chunks'
    ? context.assembleForAgent(member.id, member.agentType, { ...shared, format: 'chunks' })
    : context.assembleForAgent(member.id, member.agentType, shared);
}

async function readInstructionFile({ id, instructionFile }: AgentMember): Promise<string | undefined> {
  if (instructionFile === undefined) return undefined;
  try {
    return await readFile(instructionFile, 'utf8');
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const message = `The instruction file ${instructionFile} of ${id} cannot be read (${reason}).`;
    throw new CtxError('CTX_TEAM_FILE', message, { cause });
  }
}
