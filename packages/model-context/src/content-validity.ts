import type { Content, Part } from './content.ts';

/** True for text with at least one character that is not white space. */
export function isNonBlank(text: string | undefined): text is string {
  return typeof text === 'string' && /\S/.test(text);
}

/** True for a part that makes its content worth sending: non-blank text that is no thought, a call, or a result. */
export function isValidPart(part: Part): boolean {
  if (part.functionCall || part.functionResponse) return true;
  return part.thought !== true && isNonBlank(part.text);
}

/** True for a content that may be sent. An empty, blank or thought-only content may not. */
export function isValidContent(content: Content): boolean {
  return content.parts?.some(isValidPart) ?? false;
}

/** True for a content that answers a tool call. */
export function holdsFunctionResponse(content: Content): boolean {
  return content.parts?.some((part) => part.functionResponse !== undefined) ?? false;
}

/** True for thinking, which is never sent back. A call stays a call even when it is marked as a thought. */
export function isThought(part: Part): boolean {
  return part.thought === true && !part.functionCall && !part.functionResponse;
}
