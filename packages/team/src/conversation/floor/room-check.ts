import { type AssemblerInput, CtxError, type IContextProvider, type Receipt } from '@ctx/contract';
import { stripAllMarkers } from '@ctx/core';
import { estimatedTokens } from '@ctx/tokens';
import type { AgentMember } from '../../team-file/team.ts';
import type { SendOptions } from '../conversation.ts';
import type { LiveConversation } from '../live-conversation.ts';
import { readPromptSettings } from '../turn/prompt-settings.ts';
import { readHumanMessage } from './say-as-human.ts';

/** Checks that a human's message fits each agent that it calls, before anybody gets it. */
export type RoomCheck = (text: string, options: SendOptions) => Promise<void>;

/**
 * Creates the check. It ends in the order in which it is called, so that messages keep theirs. It throws CtxError
 * `CTX_MESSAGE_TOO_LONG` with the sizes and the ways out, unless `cut` is given, and what `sayAsHuman` throws.
 */
export function createRoomCheck(live: LiveConversation): RoomCheck {
  let last: Promise<unknown> = Promise.resolve();
  return async (text, options) => {
    const before = last;
    const check = options.cut === true ? undefined : requireRoom(live, text, options);
    last = Promise.allSettled([before, check]);
    await before;
    await check;
  };
}

async function requireRoom(live: LiveConversation, text: string, options: SendOptions): Promise<void> {
  const { speaker, route } = readHumanMessage(live, text, options);
  const agents = route.calls.map(({ member }) => member).filter((member) => member.type === 'ai');
  const to = agents.map(({ label }) => label).join(', ');
  const tooLong: string[] = [];
  for (const agent of new Set(agents)) {
    const receipt = await receiptAlone(live, agent, { text, current: { from: speaker.roleName, to } });
    const cutBytes = receipt?.message?.cutBytes ?? 0;
    if (cutBytes > 0) tooLong.push(describeRoom(agent, receipt!, Buffer.byteLength(text) - cutBytes));
  }
  if (tooLong.length === 0) return;
  throw new CtxError(
    'CTX_MESSAGE_TOO_LONG',
    `The message has ${kilobytes(Buffer.byteLength(text))}; ${tooLong.join('; ')}. Shorten it, write it into a file and name that, raise the budget, or leave out its middle: cut: true.`,
  );
}

// The receipt of a prompt without earlier messages; undefined if the turn itself will tell why there is none.
async function receiptAlone(
  live: LiveConversation,
  agent: AgentMember,
  { text, current }: { readonly text: string; readonly current: NonNullable<AssemblerInput['current']> },
): Promise<Receipt | undefined> {
  const { context } = live;
  try {
    const settings = await readPromptSettings(live, agent);
    const isCounted = settings.maxTokens !== undefined && settings.tokenCounter === estimatedTokens.id;
    return explain(context, agent.agentType, {
      contextMessages: [],
      currentMessage: stripAllMarkers(text, settings.stripping),
      current: settings.guarded ? current : undefined,
      teamTask: context.getTeamTask(),
      systemInstruction: settings.systemInstruction,
      instructionFileText: settings.instructionFileText,
      maxBytes: settings.maxBytes,
      ...(isCounted ? { maxTokens: settings.maxTokens, tokenCounter: estimatedTokens } : {}),
      cut: settings.cut,
    });
  } catch (error) {
    if (CtxError.isInstance(error)) return undefined;
    throw error;
  }
}

function explain(context: IContextProvider, agentType: string, input: AssemblerInput): Receipt {
  return context.explainPrompt(agentType, input).receipt;
}

function describeRoom({ label }: AgentMember, { tokens, usedBytes, maxBytes }: Receipt, roomBytes: number): string {
  const isByTokens = tokens !== undefined && tokens.used / tokens.max > usedBytes / maxBytes;
  const budget = isByTokens ? `maxTokens ${tokens.max}` : `maxBytes ${maxBytes}`;
  return `${label} has room for ${kilobytes(roomBytes)} of it (${budget})`;
}

function kilobytes(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1024)} KB`;
}
