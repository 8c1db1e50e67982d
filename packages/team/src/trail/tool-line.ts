import { oneLine, type Redactor, toolCallDetail } from '@ctx/agent-runner';
import type { AgentEvent } from '@ctx/contract';

const MAX_LINE_LENGTH = 200;
/** Characters of a tool's input that are read: it may hold a whole file. */
const MAX_INPUT_LENGTH = 10_000;

/** The tool's name and its input, each as one short line without secrets. */
export function toolLine(
  { name, input }: Extract<AgentEvent, { type: 'tool-call' }>,
  redact: Redactor,
): { readonly tool: string; readonly line: string } {
  const clean = (text: string) => oneLine(redact(text), MAX_LINE_LENGTH);
  return { tool: clean(name), line: clean(toolCallDetail(name, input).slice(0, MAX_INPUT_LENGTH)) };
}

/** Whether a tool of that name changes files, in any of the vendors' CLIs or in an MCP server. */
export function isEditTool(name: string): boolean {
  return /write|edit|replace|patch|create|delete|remove|move|rename|file_change/i.test(name);
}
