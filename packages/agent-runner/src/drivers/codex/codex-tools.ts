import type { AgentEvent } from '@ctx/contract';
import { notice } from '../driver-events.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../json-fields.ts';

/** The tool calls of one turn of Codex. */
export interface CodexTools {
  /** The events of an item that is a tool: its call when it is new, its result when it is done. */
  read(item: JsonObject, isDone: boolean): AgentEvent[];
}

/** Item types that are tools, with the name, input and output of each. */
const TOOLS: Readonly<Record<string, (item: JsonObject) => { name: string; input: unknown; output: string }>> = {
  command_execution: (item) => ({
    name: 'command_execution',
    input: { command: item['command'] },
    output: asText(item['aggregated_output']),
  }),
  file_change: (item) => ({
    name: 'file_change',
    input: { changes: item['changes'] },
    output: changeKinds(item['changes']),
  }),
  mcp_tool_call: (item) => ({
    name: [item['server'], item['tool']].map(asText).filter(Boolean).join('.') || 'mcp_tool_call',
    input: item['arguments'] ?? {},
    output: asText(asObject(item['error'])?.['message']) || mcpOutput(item['result']),
  }),
  web_search: (item) => ({ name: 'web_search', input: { query: item['query'] }, output: '' }),
};

/** True if items of this type are tools. */
export function isCodexTool(type: string): boolean {
  return Object.hasOwn(TOOLS, type);
}

/** Creates a reader of the tool calls of one turn. */
export function createCodexTools(): CodexTools {
  const openTools = new Set<string>();
  return {
    read(item, isDone) {
      const id = asText(item['id']);
      // Without an id, call and result cannot be matched.
      if (id === '') return [{ type: 'raw', data: item }];
      const { name, input, output } = TOOLS[asText(item['type'])]!(item);
      const events: AgentEvent[] = [];
      if (!openTools.has(id)) events.push({ type: 'tool-call', id, name, input });
      openTools.add(id);
      if (!isDone) return events;
      openTools.delete(id);
      const exitCode = asNumber(item['exit_code']);
      const status = asText(item['status']);
      if (status === 'declined') events.push(notice('permission-denied', `${name} was declined`));
      const isError = status === 'failed' || status === 'declined' || (exitCode ?? 0) !== 0;
      events.push({ type: 'tool-result', id, name, output, isError, ...(exitCode === undefined ? {} : { exitCode }) });
      return events;
    },
  };
}

function changeKinds(changes: unknown): string {
  const kinds = asArray(changes).flatMap((change) => asText(asObject(change)?.['kind']) || []);
  return [...new Set(kinds)].join(', ');
}

function mcpOutput(result: unknown): string {
  if (typeof result === 'string') return result;
  const texts = asArray(asObject(result)?.['content']).flatMap((item) => asObject(item)?.['text'] ?? []);
  if (texts.length > 0) return texts.join('\n');
  return result === undefined || result === null ? '' : JSON.stringify(result);
}
