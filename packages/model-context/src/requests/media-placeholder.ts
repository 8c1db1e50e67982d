import type { Part } from '../content.ts';
import { dataKeys } from './sendable-parts.ts';

/** The text of a part; what is no text becomes a placeholder that names it. */
export function partText(part: Part): string {
  const placeholders = dataKeys(part).map((key) => placeholder(part, key));
  return [...(part.text ? [part.text] : []), ...placeholders].join('\n');
}

function placeholder(part: Part, key: string): string {
  const media = part.inlineData ?? part.fileData;
  if (media === undefined) return `[${key}]`;
  const kind = media.mimeType?.split('/')[0];
  const label = kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'file';
  const name = media.displayName || lastSegment(part.fileData?.fileUri) || 'unnamed';
  return `[${label}: ${name}${media.mimeType ? ` (${media.mimeType})` : ''}]`;
}

function lastSegment(uri: string | undefined): string | undefined {
  return uri?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
}
