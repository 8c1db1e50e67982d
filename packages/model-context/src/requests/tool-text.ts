import type { Part } from '../content.ts';
import { toJson } from './to-json.ts';

/** A call in words, in the form `parseToolCalls` reads. */
export function callText(name: string, args: Record<string, unknown>): string {
  return `\`\`\`json\n${toJson({ tool_call: { name, arguments: args } })}\n\`\`\``;
}

/** A result in words. */
export function resultText(name: string, response: unknown): string {
  return `Result of tool ${name}:\n${toJson(response)}`;
}

/** The result of a part, in words, for one that has no call to follow. */
export function orphanResultText(part: Part): string {
  return resultText(part.functionResponse?.name || 'unknown', part.functionResponse?.response ?? {});
}
