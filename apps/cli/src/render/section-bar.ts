import type { Receipt } from '@ctx/contract';
import { safeLine } from '../terminal/safe-text.ts';
import type { Colors } from '../terminal/terminal.ts';

interface SectionStyle {
  readonly label: string;
  /** Differs between sections, so that they can be told apart without colours. */
  readonly glyph: string;
  readonly color: 'blue' | 'yellow' | 'cyan' | 'green' | 'gray';
}

const STYLES: Readonly<Record<string, SectionStyle>> = {
  instructions: { label: 'instructions', glyph: '▓', color: 'blue' },
  task: { label: 'task', glyph: '▒', color: 'yellow' },
  context: { label: 'conversation', glyph: '█', color: 'cyan' },
  message: { label: 'message', glyph: '▄', color: 'green' },
};
const OTHER: SectionStyle = { label: 'other', glyph: '░', color: 'gray' };

/** Returns the label of a section, safe to print, and how it looks in a bar. */
export function sectionStyle(name: string): SectionStyle {
  return STYLES[name] ?? { ...OTHER, label: safeLine(name) };
}

/** Draws the sections of a prompt as one bar of `columns` columns. Each section gets at least one column. */
export function sectionBar({ sections }: Receipt, columns: number, colors: Colors): string {
  const total = sections.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return '';
  let taken = 0;
  let drawn = 0;
  return sections
    .map(({ name, bytes }) => {
      taken += bytes;
      const end = Math.round((taken / total) * columns);
      const width = Math.max(1, end - drawn);
      drawn += width;
      const { glyph, color } = sectionStyle(name);
      return colors[color](glyph.repeat(width));
    })
    .join('');
}

/** The legend of the bars: `▓ instructions  ▒ task  █ conversation  ▄ message`. */
export function sectionLegend(colors: Colors): string {
  return Object.values(STYLES)
    .map(({ glyph, label, color }) => `${colors[color](glyph)} ${label}`)
    .join('  ');
}
