import type { Content, Part } from '../content.ts';
import { isNonBlank, isThought } from '../content-validity.ts';

/** Fields that say something about a part's data but are none themselves. */
const DATALESS_KEYS: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'videoMetadata',
  'partMetadata',
  'mediaResolution',
  'mediaProcessing',
  'speechMetadata',
]);

function isDataKey(part: Part, key: string): boolean {
  if (key === 'text' || DATALESS_KEYS.has(key)) return false;
  const value = (part as Readonly<Record<string, unknown>>)[key];
  return value !== undefined && value !== null;
}

/** Names of the fields of a part that hold data, besides text. */
export function dataKeys(part: Part): string[] {
  return Object.keys(part).filter((key) => isDataKey(part, key));
}

function holdsData(part: Part): boolean {
  return Object.keys(part).some((key) => isDataKey(part, key));
}

/** True for a part the services take: a service refuses one without data. */
function isSendable(part: Part): boolean {
  if (isThought(part)) return false;
  if (part.inlineData && !part.inlineData.data) return false;
  if (part.fileData && !part.fileData.fileUri) return false;
  // Gemini 3 ends a stream with an empty text that carries the signature, and wants it back.
  return Boolean(part.text) || (part.text === '' && Boolean(part.thoughtSignature)) || holdsData(part);
}

/** The parts of a content that may be sent; none at all where nothing but white space is left. */
export function sendableParts(content: Content): Part[] {
  const parts = (content.parts ?? []).filter(isSendable);
  return saySomething(parts) ? parts : [];
}

/** True unless the parts are nothing but white space, which services refuse as a message. */
export function saySomething(parts: readonly Part[]): boolean {
  return parts.some((part) => isNonBlank(part.text) || holdsData(part));
}
