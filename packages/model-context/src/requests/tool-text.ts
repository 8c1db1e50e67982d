import { responseJson } from './media-placeholder.ts';
import { toJson } from './to-json.ts';

/** A call in words, in the form `parseToolCalls` reads. */
export function callText(name: string, args: Record<string, unknown>): string {
  return `\`\`\`json\n${toJson({ tool_call: { name, arguments: args } })}\n\`\`\``;
}

/** A result in words. Its images and files are named; those that came beside it go as parts, where they can. */
export function resultText(name: string, response: Record<string, unknown>): string {
  return `Result of tool ${name}:\n${responseJson(response)}`;
}
