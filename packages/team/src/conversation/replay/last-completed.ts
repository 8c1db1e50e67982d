import type { ConversationMessage, IContextProvider } from '@ctx/contract';

/** Id of the newest completed message. Replies to it go first. */
export function lastCompleted(context: IContextProvider): string | undefined {
  return context.getMessages().findLast(isCompleted)?.id;
}

/** Whether a message is a complete one of a member: not from the system, not a partial answer. */
export function isCompleted({ speaker, metadata }: ConversationMessage): boolean {
  return speaker.type !== 'system' && metadata?.['partial'] !== true;
}
