import { responseJson } from './media-placeholder.ts';
import { toJson } from './to-json.ts';

/** A call as text, in the form that `parseToolCalls` reads. */
export function callText(name: string, args: Record<string, unknown>): string {
  return `\`\`\`json\n${toJson({ tool_call: { name, arguments: args } })}\n\`\`\``;
}

/** A result as text. Images and files inside `response` become placeholders. */
export function resultText(name: string, response: Record<string, unknown>): string {
  return `Result of tool ${name}:\n${responseJson(response)}`;
}
