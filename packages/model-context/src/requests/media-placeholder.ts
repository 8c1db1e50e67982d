import type { Part } from '../content.ts';
import { dataKeys } from '../content-validity.ts';
import { isRecord, toJson } from './to-json.ts';

/** The text of a part, with a placeholder for each piece of data that is not text. */
export function partText(part: Part): string {
  const placeholders = dataKeys(part).map((key) => dataText(part, key));
  return [...(part.text ? [part.text] : []), ...placeholders].join('\n');
}

function dataText(part: Part, key: string): string {
  if (key === 'inlineData' || key === 'fileData') return mediaPlaceholder(part);
  const data = (part as Readonly<Record<string, unknown>>)[key];
  if (!isRecord(data)) return `[${key}]`;
  if (key === 'executableCode' && typeof data['code'] === 'string') {
    return `\n\`\`\`${String(data['language'] ?? '').toLowerCase()}\n${data['code']}\n\`\`\`\n`;
  }
  if (key === 'codeExecutionResult') {
    return `\nResult of the code (${data['outcome'] ?? 'unknown'}):\n${data['output'] ?? ''}\n`;
  }
  return `[${key}]`;
}

/** The text in place of an image or a file that cannot be sent: its kind, name and media type. */
function mediaPlaceholder({ inlineData, fileData }: Pick<Part, 'inlineData' | 'fileData'>): string {
  const { mimeType = '', displayName } = inlineData ?? fileData ?? {};
  const kind = mimeType.split('/')[0];
  const label = kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file';
  const name = displayName || lastSegment(fileData?.fileUri) || 'unnamed';
  return `[${label}: ${name}${mimeType && ` (${mimeType})`}]`;
}

function lastSegment(uri: string | undefined): string | undefined {
  return uri
    ?.replace(/[?#].*/s, '')
    .split('/')
    .filter(Boolean)
    .at(-1);
}

/** A tool's result as JSON. Images and files inside it, and those in `media`, become placeholders. */
export function responseJson(response: Record<string, unknown>, media: readonly Part[] = []): string {
  const whole = media.length > 0 ? { ...response, [freeKey(response)]: media.map(partText) } : response;
  return toJson(whole, (_, value) => (holdsMedia(value) ? mediaPlaceholder(value) : value));
}

function holdsMedia(value: unknown): value is Pick<Part, 'inlineData' | 'fileData'> {
  if (!isRecord(value)) return false;
  const { inlineData, fileData } = value;
  return (
    (isRecord(inlineData) && typeof inlineData['data'] === 'string') ||
    (isRecord(fileData) && typeof fileData['fileUri'] === 'string')
  );
}

/** A key for the placeholders that the result does not use itself. */
function freeKey(response: Record<string, unknown>): string {
  let key = 'media';
  while (Object.hasOwn(response, key)) key += '_';
  return key;
}
