import type { Intent } from '@ctx/contract';
import type { MarkerMatch } from './grammar.ts';
import { strictLines } from './strict-lines.ts';

/** A member called by `[NEXT: …]`, named as the author spelled it. */
export interface MarkerTarget {
  readonly name: string;
  readonly intent?: Intent | undefined;
}

/** What a marker says. Names are as written; who they are is for the router to find out. */
export type Marker =
  | { readonly kind: 'from'; readonly name: string }
  | { readonly kind: 'next'; readonly targets: readonly MarkerTarget[] }
  | { readonly kind: 'drop'; readonly all: boolean; readonly names: readonly string[] }
  | { readonly kind: 'team-task'; readonly text: string };

/**
 * The markers of a message in the order they stand, read in strict mode: those in code or quotes do not count, whatever
 * mode the text is stripped in. Linear in the length of the text.
 */
export function parseMarkers(text: string): readonly Marker[] {
  const markers: Marker[] = [];
  for (const line of strictLines(text)) {
    if (line.kind === 'task-block') markers.push(taskBlock(line.text));
    for (const match of line.markers) markers.push(toMarker(match, line.text.slice(match.valueStart, match.end - 1)));
  }
  return markers;
}

function taskBlock(block: string): Marker {
  return { kind: 'team-task', text: block.slice(block.indexOf(']') + 1).trim() };
}

function toMarker({ kind }: MarkerMatch, value: string): Marker {
  switch (kind) {
    case 'FROM':
      return { kind: 'from', name: value.trim() };
    case 'TEAM_TASK':
      return { kind: 'team-task', text: value.trim() };
    case 'NEXT':
      return { kind: 'next', targets: targetsOf(value) };
    case 'DROP': {
      const names = targetsOf(value).map(({ name }) => name);
      const all = names.some((name) => name.toUpperCase() === 'ALL');
      return { kind: 'drop', all, names: all ? [] : names };
    }
  }
}

function targetsOf(value: string): MarkerTarget[] {
  return value
    .split(/[,，]/)
    .map(toTarget)
    .filter(({ name }) => name !== '');
}

// Full-width punctuation too: it is what a Chinese keyboard gives.
function toTarget(written: string): MarkerTarget {
  const text = written.trim();
  const mark = Math.max(text.lastIndexOf('!'), text.lastIndexOf('！'));
  const intent =
    mark === -1
      ? ''
      : text
          .slice(mark + 1)
          .trim()
          .toUpperCase();
  return isIntent(intent) ? { name: text.slice(0, mark).trim(), intent } : { name: text };
}

function isIntent(text: string): text is Intent {
  return text === 'P1' || text === 'P2' || text === 'P3';
}
