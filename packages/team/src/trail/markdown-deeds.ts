import { describeToolUse } from '@ctx/agent-runner';
import type { FileChange, TrailEntry, TurnEndRecord } from '@ctx/contract';
import type { ExportedTurn } from '../session/export-session.ts';
import { fenced } from '../session/inert-markdown.ts';

const ENDINGS = { ok: '', error: ' (failed)', open: ' (not finished)' } as const;

/** Tool calls and changed files of a turn as one Markdown code block; empty when there are none. */
export function markdownDeeds({
  trail = [],
  changes,
  permissions,
}: Pick<ExportedTurn, 'trail' | 'changes' | 'permissions'>): string[] {
  const tools = trail.map(callLine);
  const meanwhile = (changes?.meanwhile?.files ?? []).map(
    (file) => `changed meanwhile, not known by whom: ${fileLine(file)}`,
  );
  // Who may only read has changed nothing, with or without git.
  const isUnknown = changes?.unknown !== undefined && permissions !== 'read-only';
  const unknown = isUnknown ? [`what it changed is not known: ${changes.unknown}`] : [];
  const lines = [...tools, ...(changes?.files ?? []).map(fileLine), ...meanwhile, ...unknown].map((text) =>
    text.replace(/\s+/g, ' '),
  );
  return lines.length === 0 ? [] : [fenced(lines.join('\n'))];
}

/** What the agent said between its tool calls and what these returned, folded; empty when neither is known. */
export function markdownTrail({ trail = [] }: Pick<TurnEndRecord, 'trail'>): string[] {
  if (trail.every(({ said, output }) => said === undefined && output === undefined)) return [];
  const lines = trail.flatMap((entry) => [
    ...linesOf(entry.said),
    callLine(entry),
    ...linesOf(entry.output).map((line) => `    ${line}`),
  ]);
  return [
    '<details><summary>What was said between the tools, and what they returned</summary>',
    fenced(lines.join('\n')),
    '</details>',
  ];
}

function callLine({ tool, line, ended, exitCode = 0 }: TrailEntry): string {
  const how = exitCode === 0 ? ENDINGS[ended] : ` (exit code ${exitCode})`;
  return `${describeToolUse(tool, line)}${how}`.replace(/\s+/g, ' ');
}

const linesOf = (text: string | undefined) => (text === undefined ? [] : text.trimEnd().split('\n'));

function fileLine({ path, status, added, removed }: FileChange): string {
  return [status, path, ...(added === undefined ? [] : [`+${added} −${removed ?? 0}`])].join(' ');
}
