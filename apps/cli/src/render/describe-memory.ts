import type { FullPromptReason, Receipt } from '@ctx/contract';
import { formatBytes, formatCount } from './format-amounts.ts';

/** Why an agent was sent everything, as it follows "everything was sent: ". */
const REASONS: Readonly<Record<FullPromptReason, string>> = {
  'no-memory': 'this agent keeps no session between turns',
  'no-session': 'its session begins here',
  'agent-type-changed': 'it is another agent than before',
  'model-changed': 'its model has changed',
  'permissions-changed': 'its permissions have changed',
  'cwd-changed': 'its folder has changed',
  'instructions-changed': 'its instructions have changed',
  'machine-changed': 'its session is on another machine or in another home',
  'turn-incomplete': 'its last turn did not complete',
  'turn-outside': 'it has answered outside of its session since',
  compacted: 'it had shortened its session by itself',
  'session-full': 'its session held as much as it may',
  'delta-dropped': 'what is new does not fit into the budget',
  'seen-not-kept': 'the last message it had seen is no longer kept',
  'window-size': 'its windowSize is given',
  'no-layout': 'its format cannot leave out what is known',
  'session-lost': 'its session was lost',
};

/** Reasons that are as expected: nobody has to be told at the end of a turn. */
const EXPECTED: readonly FullPromptReason[] = ['no-memory', 'no-session', 'window-size', 'no-layout'];

/** What is to be said at the end of a turn about an agent that was sent everything again; `''` where nothing is. */
export function describeFullPrompt({ memory }: Receipt): string {
  const { reason } = memory ?? {};
  return reason === undefined || EXPECTED.includes(reason) ? '' : `everything was sent again: ${REASONS[reason]}`;
}

/** What an agent was counted on to remember, line by line; none where the receipt does not say. */
export function explainMemory({ memory, context, usedBytes }: Receipt): string[] {
  if (memory === undefined) return [];
  const { mode, reason, since, fullBytes, sharedPrefixBytes } = memory;
  const shared =
    sharedPrefixBytes === 0 ? [] : [`${formatBytes(sharedPrefixBytes)} at its start are as the turn before`];
  if (mode === 'full') {
    return [`full: ${reason === undefined ? 'everything was sent' : REASONS[reason]}`, ...shared];
  }
  return [
    `delta: it knows ${formatCount(context?.known ?? 0, 'message')}, up to ${since} and what it said itself`,
    `${formatBytes(usedBytes)} were sent; everything would have been ${formatBytes(fullBytes)}`,
    ...shared,
  ];
}
