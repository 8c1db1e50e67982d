import { type Document, isMap, isNode, isPair, isScalar, type LineCounter, type ParsedNode } from 'yaml';

/** The keys and list indexes that lead from the top of the file to a field. */
export type FieldPath = readonly PropertyKey[];

/** A position in the text, counted from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** Finds fields of a parsed file in its text. */
export interface SourcePositions {
  /** Position of a field's value; for a missing field, of the nearest value around it. */
  ofValue(path: FieldPath): SourcePosition | undefined;
  /** Position of a key. */
  ofKey(path: FieldPath, key: string): SourcePosition | undefined;
}

/** Positions in a document that was parsed with the line counter `lines`. */
export function createSourcePositions(document: Document.Parsed<ParsedNode>, lines: LineCounter): SourcePositions {
  const at = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const ofValue = (path: FieldPath): SourcePosition | undefined => {
    for (let length = path.length; length >= 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return undefined;
  };
  return {
    ofValue,
    ofKey(path, key) {
      const parent = document.getIn(path, true);
      if (!isMap(parent)) return ofValue(path);
      const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === key);
      const range = pair && isScalar(pair.key) ? pair.key.range : undefined;
      return range ? at(range[0]) : ofValue(path);
    },
  };
}

/** The path as text: `members[1].env.TOKEN`. */
export function fieldName(path: FieldPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}
