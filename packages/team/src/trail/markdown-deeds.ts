import { describeToolUse, visibleText } from '@ctx/agent-runner';
import type { TurnEndRecord } from '@ctx/contract';

const ENDINGS = { ok: '', error: ' (failed)', open: ' (not finished)' } as const;

/** What a turn did, as one block of code in Markdown: nothing in it is read as anything but text. */
export function markdownDeeds({ trail = [], changes }: Pick<TurnEndRecord, 'trail' | 'changes'>): string[] {
  const tools = trail.map(({ tool, line, ended }) => `${describeToolUse(tool, line)}${ENDINGS[ended]}`);
  const files = (changes?.files ?? []).map(({ path, status, added, removed }) =>
    [status, path, ...(added === undefined ? [] : [`+${added} −${removed ?? 0}`])].join(' '),
  );
  const lines = [...tools, ...files].map((text) => visibleText(text).replace(/\s+/g, ' '));
  if (lines.length === 0) return [];
  // A fence is closed by one at least as long.
  const longest = Math.max(2, ...(lines.join('\n').match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [[`${fence}text`, ...lines, fence].join('\n')];
}
