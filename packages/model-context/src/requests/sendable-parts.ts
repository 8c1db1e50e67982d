import type { Content, FunctionResponse, Part } from '../content.ts';
import { dataKeys, isNonBlank, isThought } from '../content-validity.ts';

/** True for a part that services accept. They refuse a part without data. */
function isSendable(part: Part): boolean {
  if (isThought(part)) return false;
  if (part.inlineData && !part.inlineData.data) return false;
  if (part.fileData && !part.fileData.fileUri) return false;
  // Gemini 3 ends a stream with an empty text that carries the signature, and requires it in the next request.
  return Boolean(part.text) || (part.text === '' && Boolean(part.thoughtSignature)) || dataKeys(part).length > 0;
}

/** The parts of a content that may be sent; empty if only white space remains. */
export function sendableParts(content: Content): Part[] {
  const parts = (content.parts ?? []).flatMap(splitText).filter(isSendable);
  return hasContent(parts) ? parts : [];
}

/**
 * Splits a part that holds both text and a call or result. Some models stream such parts, but services refuse them. The
 * result is new objects: parts are told apart by identity, and a caller may use one object twice.
 */
function splitText(part: Part): Part[] {
  if (!part.text || (!part.functionCall && !part.functionResponse)) return [{ ...part }];
  const { text, ...toolPart } = part;
  return [part.thought === true ? { text, thought: true } : { text }, toolPart];
}

/** The images and files of a result that may be sent as parts. */
export function sendableMedia(result: FunctionResponse | undefined): Part[] {
  return (result?.parts ?? []).filter(isSendable);
}

/** True unless the parts are only white space, which services refuse as a message. */
export function hasContent(parts: readonly Part[]): boolean {
  return parts.some((part) => isNonBlank(part.text) || dataKeys(part).length > 0);
}

/** The thinking of a content, as text. */
export function thinkingOf(content: Content): string {
  const thoughts = (content.parts ?? []).flatMap(splitText).filter(isThought);
  return thoughts.map(({ text = '' }) => text).join('');
}
