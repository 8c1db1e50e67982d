import type { Content, Part } from './content.ts';

/** Fields that describe a part but hold no data of their own. */
const METADATA_KEYS: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'partMetadata',
  'mediaResolution',
  'mediaProcessing',
  'speechMetadata',
]);

/** True for text without a visible character: empty, or only white space and characters of no width. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** True for text with at least one visible character. */
export function isNonBlank(text: string | undefined): text is string {
  return typeof text === 'string' && !isBlank(text);
}

/** Names of the fields of a part that hold data other than text, including fields this version does not know. */
export function dataKeys(part: Part): string[] {
  const fields = part as Readonly<Record<string, unknown>>;
  return Object.keys(part).filter((key) => {
    return key !== 'text' && !METADATA_KEYS.has(key) && fields[key] !== undefined && fields[key] !== null;
  });
}

/** True for a part with non-blank text, a call, a result, media or any other data. False for a thought. */
function isValidPart(part: Part): boolean {
  return !isThought(part) && (isNonBlank(part.text) || dataKeys(part).length > 0);
}

/** True for a content that may be sent. An empty, blank or thought-only content may not. */
export function isValidContent(content: Content): boolean {
  return content.parts?.some(isValidPart) ?? false;
}

/** True for a content that answers a tool call. */
export function holdsFunctionResponse(content: Content): boolean {
  return content.parts?.some((part) => part.functionResponse !== undefined) ?? false;
}

/** True for the model's thinking. A call or a result is never a thought, even if it is marked as one. */
export function isThought(part: Part): boolean {
  return Boolean(part.thought) && !part.functionCall && !part.functionResponse;
}

/** True for a content whose parts are all thoughts. */
export function isThoughtOnly(content: Content): boolean {
  return content.parts !== undefined && content.parts.length > 0 && content.parts.every(isThought);
}
