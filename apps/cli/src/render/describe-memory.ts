import type { FullPromptReason, Receipt } from '@ctx/contract';
import { formatBytes, formatCount } from './format-amounts.ts';

/** Why an agent was sent the whole conversation; each text follows "everything was sent again: " or "full: ". */
const REASONS: Readonly<Record<FullPromptReason, string>> = {
  'no-memory': 'this agent keeps no session between turns',
  'no-session': 'its session starts here',
  'agent-type-changed': 'its agent type has changed',
  'model-changed': 'its model has changed',
  'permissions-changed': 'its permissions have changed',
  'cwd-changed': 'its folder has changed',
  'instructions-changed': 'its instructions have changed',
  'machine-changed': 'its session is on another machine or in another home folder',
  'turn-incomplete': 'its last turn did not complete',
  'turn-outside': 'it has since answered outside its session',
  compacted: 'its CLI had compacted the session',
  'session-full': 'its session was full',
  'delta-dropped': 'the new messages do not fit into the budget',
  'seen-not-kept': 'the last message it had seen is no longer kept',
  'window-size': 'the team file sets its windowSize',
  'no-layout': 'its format cannot leave out known messages',
  'session-lost': 'its session was lost',
};

/** Reasons that are normal and not worth a remark at the end of a turn. */
const EXPECTED: readonly FullPromptReason[] = ['no-memory', 'no-session', 'window-size', 'no-layout'];

/** The remark on a turn whose agent was sent everything again; `''` if there is none. */
export function describeFullPrompt({ memory }: Receipt): string {
  const { reason } = memory ?? {};
  return reason === undefined || EXPECTED.includes(reason) ? '' : `everything was sent again: ${REASONS[reason]}`;
}

/** Explains what the agent was expected to remember, line by line. Empty if the receipt does not say. */
export function explainMemory({ memory, context, usedBytes }: Receipt): string[] {
  if (memory === undefined) return [];
  const { mode, reason, since, fullBytes, sharedPrefixBytes } = memory;
  const shared =
    sharedPrefixBytes === 0
      ? []
      : [`its first ${formatBytes(sharedPrefixBytes)} are the same as in its previous prompt`];
  if (mode === 'full') {
    return [`full: ${reason === undefined ? 'everything was sent' : REASONS[reason]}`, ...shared];
  }
  return [
    `delta: it knew ${formatCount(context?.known ?? 0, 'message')}: all up to ${since}, and its own`,
    `${formatBytes(usedBytes)} were sent; the whole conversation would have been ${formatBytes(fullBytes)}`,
    ...shared,
  ];
}
