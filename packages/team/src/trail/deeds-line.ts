import { isShellTool, oneLine } from '@ctx/agent-runner';
import type { FileChange, TrailEntry, WorkTreeChanges } from '@ctx/contract';
import { isEditTool } from './tool-line.ts';

const MAX_BYTES = 300;
const ENDINGS = { error: 'failed', open: 'not finished' } as const;

/**
 * What a member did in a turn, as one line for the others: `Max changed src/session.ts +3 −1; ran npm test`. Empty when
 * it changed nothing and ran nothing. It goes into the `metadata` of the message, from which prompts take it.
 */
export function deedsLine(
  name: string,
  trail: readonly TrailEntry[],
  changes: WorkTreeChanges | undefined,
): { readonly deeds?: string } {
  const files =
    changes === undefined || changes.unknown !== undefined ? editedFiles(trail) : changes.files.map(describeFile);
  const isShared = files.length > 0 && changes?.sharedWith !== undefined;
  const who = isShared ? `${name}, at the same time as others,` : name;
  const commands = trail.filter(({ tool, line }) => isShellTool(tool) && line !== '');
  const parts: Part[] = [
    { verb: 'changed', items: files, cut: changes?.filesCut },
    { verb: 'ran', items: commands.map(({ line, ended }) => (ended === 'ok' ? line : `${line} (${ENDINGS[ended]})`)) },
  ].filter(({ items }) => items.length > 0);
  if (parts.length === 0) return {};

  // The parts share the space equally, so that a long list of files does not crowd out the commands.
  const rest = MAX_BYTES - byteLength(`${who} `) - 2 * (parts.length - 1);
  const texts = parts.map((part) => list(part, Math.floor(rest / parts.length)));
  return { deeds: cutToBytes(oneLine(`${who} ${texts.join('; ')}`), MAX_BYTES) };
}

function describeFile({ path, status, added = 0, removed = 0 }: FileChange): string {
  if (status === 'deleted') return `${path} (deleted)`;
  const words = [path];
  if (status === 'added') words.push('(new)');
  if (added > 0) words.push(`+${added}`);
  if (removed > 0) words.push(`−${removed}`);
  return words.join(' ');
}

// Without git, the files are taken from the tool calls that write files.
function editedFiles(trail: readonly TrailEntry[]): string[] {
  return [...new Set(trail.filter(({ tool, ended }) => isEditTool(tool) && ended === 'ok').map(({ line }) => line))];
}

interface Part {
  readonly verb: string;
  readonly items: readonly string[];
  /** How many items are missing from `items`. */
  readonly cut?: number | undefined;
}

function list({ verb, items, cut = 0 }: Part, maxBytes: number): string {
  let text = `${verb} ${items[0]}`;
  for (let index = 1; index < items.length; index++) {
    const more = ` and ${items.length - index + cut} more`;
    const longer = `${text}, ${items[index]}`;
    if (byteLength(longer + more) > maxBytes) return cutToBytes(text, maxBytes - more.length) + more;
    text = longer;
  }
  return cutToBytes(text, maxBytes);
}

function cutToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  let bytes = byteLength('…');
  let kept = '';
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return `${kept}…`;
}

function byteLength(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}
