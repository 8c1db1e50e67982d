import type { Intent } from '@ctx/contract';
import { splitAtFences } from './fences.ts';
import type { LineMarker } from './line-markers.ts';
import { eachMarkedLine } from './marked-lines.ts';

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
  const found: Marker[] = [];
  for (const piece of splitAtFences(text)) {
    eachMarkedLine(piece, ({ markers }) => {
      for (const marker of markers) found.push(toMarker(marker));
    });
  }
  return found;
}

function toMarker({ kind, value }: LineMarker): Marker {
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
    .filter(({ name }) => name);
}

// Full-width punctuation too: it is what a Chinese keyboard gives.
function toTarget(written: string): MarkerTarget {
  const text = written.trim();
  const [, name = text, intent] = /^([\s\S]*)[!！]\s*(P[123])$/i.exec(text) ?? [];
  return intent === undefined ? { name } : { name: name.trim(), intent: intent.toUpperCase() as Intent };
}
