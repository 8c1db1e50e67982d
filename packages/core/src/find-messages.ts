import { type ConversationMessage, type MessageFilter, requireNoMore } from '@ctx/contract';

type Matches = (message: ConversationMessage) => boolean;

/**
 * A function that tells whether a message matches the filter.
 * @throws TypeError for an unknown field of the filter.
 * @throws RangeError for a time that is none.
 */
export function createMessageMatcher({ from, since, until, text, ...unknown }: MessageFilter): Matches {
  requireNoMore(unknown satisfies Record<string, never>);
  const conditions: Matches[] = [];
  if (from !== undefined) conditions.push(({ speaker }) => speaker.roleId === from || speaker.roleName === from);
  if (since !== undefined) {
    const earliest = requireTime('since', since);
    conditions.push(({ timestamp }) => timeOf(timestamp) >= earliest);
  }
  if (until !== undefined) {
    const latest = requireTime('until', until);
    conditions.push(({ timestamp }) => timeOf(timestamp) <= latest);
  }
  if (text !== undefined) {
    // Lower case does not tell that σ and ς, or K and the Kelvin sign, are one letter.
    const wanted = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
    conditions.push(({ content }) => wanted.test(content));
  }
  return (message) => conditions.every((holds) => holds(message));
}

function requireTime(name: string, value: Date | number | string): number {
  const time = timeOf(value);
  if (Number.isNaN(time)) throw new RangeError(`${name} must be a time, got ${String(value)}`);
  return time;
}

/** Milliseconds since 1970. NaN, which no comparison holds for, if there is no time. */
function timeOf(value: Date | number | string | undefined): number {
  return value === undefined ? Number.NaN : new Date(value).getTime();
}
