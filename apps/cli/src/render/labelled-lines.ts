import stringWidth from 'string-width';
import { BODY_INDENT } from './block-writer.ts';
import { padToColumns } from './fold-line.ts';
import { wrapText } from './line-wrapper.ts';

/** How to print a text after its label. */
export interface LabelOptions {
  readonly label: string;
  /** Colours the label. */
  readonly paint: (label: string) => string;
  /** The columns that all labels of the list share. */
  readonly labelColumns: number;
  readonly columns: number;
  readonly style: (text: string) => string;
}

const GAP = '  ';
/** Below this, the text starts under its label instead of beside it. */
const NARROWEST_TEXT = 20;

/** Returns one item of a list: a label, and beside it a text, wrapped in its own column. Both must be safe to print. */
export function labelledLines(text: string, { label, paint, labelColumns, columns, style }: LabelOptions): string[] {
  const beside = BODY_INDENT + ' '.repeat(Math.max(labelColumns, stringWidth(label))) + GAP;
  if (columns - beside.length < NARROWEST_TEXT) {
    return [BODY_INDENT + paint(label), ...wrapText(text, columns, BODY_INDENT + GAP, style).split('\n')];
  }
  const [first = '', ...more] = wrapText(text, columns, beside, style).split('\n');
  return [`${BODY_INDENT}${paint(padToColumns(label, labelColumns))}${GAP}${first.slice(beside.length)}`, ...more];
}
