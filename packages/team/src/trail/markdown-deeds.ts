import { describeToolUse } from '@ctx/agent-runner';
import type { FileChange, TurnEndRecord } from '@ctx/contract';
import { fenced } from '../session/inert-markdown.ts';

const ENDINGS = { ok: '', error: ' (failed)', open: ' (not finished)' } as const;

/** Tool calls and changed files of a turn as one Markdown code block; empty when there are none. */
export function markdownDeeds({ trail = [], changes }: Pick<TurnEndRecord, 'trail' | 'changes'>): string[] {
  const tools = trail.map(({ tool, line, ended, exitCode = 0 }) => {
    const how = exitCode === 0 ? ENDINGS[ended] : ` (exit code ${exitCode})`;
    return `${describeToolUse(tool, line)}${how}`;
  });
  const meanwhile = (changes?.meanwhile?.files ?? []).map(
    (file) => `changed meanwhile, not known by whom: ${fileLine(file)}`,
  );
  const lines = [...tools, ...(changes?.files ?? []).map(fileLine), ...meanwhile].map((text) =>
    text.replace(/\s+/g, ' '),
  );
  return lines.length === 0 ? [] : [fenced(lines.join('\n'))];
}

function fileLine({ path, status, added, removed }: FileChange): string {
  return [status, path, ...(added === undefined ? [] : [`+${added} −${removed ?? 0}`])].join(' ');
}
