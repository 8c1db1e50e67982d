import type { ConversationMessage, IContextProvider } from '@ctx/contract';

/** Id of the newest message that counts as completed: replies to it go first. */
export function lastCompleted(context: IContextProvider): string | undefined {
  return context.getMessages().findLast(isCompleted)?.id;
}

/** Whether a message was said by a member, and to its end. */
export function isCompleted({ speaker, metadata }: ConversationMessage): boolean {
  return speaker.type !== 'system' && metadata?.['partial'] !== true;
}
