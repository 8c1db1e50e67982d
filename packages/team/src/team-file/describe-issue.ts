import type * as z from 'zod';
import { closestName } from './closest-name.ts';
import { COLON_HINT } from './quotes-hint.ts';

type Issue = z.core.$ZodIssue;

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'a map of fields',
  record: 'a map of fields',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};

/** What is wrong with a value and how to fix it. The text continues a sentence that begins with the name of the field. */
export function describeIssue(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      if (value === null && issue.path.length === 0) return 'is empty; `ctx init` writes an example';
      if (value === null) return `is empty; it must be ${typeName(issue.expected)}`;
      if (value === undefined) return `is missing; it must be ${typeName(issue.expected)}`;
      return `must be ${typeName(issue.expected)}, not ${shown(value)}${quoteHint(issue.expected, value)}`;
    case 'invalid_value':
      return oneOf(issue.values.map(String), value);
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? oneOf(issue.options.map(String), value)
        : describeUnion(issue.errors, value);
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? 'must not be empty'
        : `must be at least ${issue.minimum}, not ${shown(value)}`;
    case 'too_big':
      return issue.origin === 'string' ? issue.message : `must be at most ${issue.maximum}, not ${shown(value)}`;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address that begins with http:// or https://' : issue.message;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    default:
      return issue.message;
  }
}

/** A message about an unknown key, with the key that was probably meant. */
export function describeUnknownKey(key: string, known: readonly string[]): string {
  const meant = closestName(key, known);
  if (meant !== undefined) return `is not a known field; did you mean ${meant}?`;
  const choices = known.filter((name) => name !== '$schema').join(', ');
  return `is not a known field${choices === '' ? '' : `; known here: ${choices}`}`;
}

function describeUnion(errors: readonly (readonly Issue[])[], value: unknown): string {
  const expected = errors.flatMap(([first]) => (first?.code === 'invalid_type' ? [typeName(first.expected)] : []));
  return `must be ${[...new Set(expected)].join(' or ')}, not ${shown(value)}`;
}

function oneOf(options: readonly string[], value: unknown): string {
  const list = options.length === 1 ? options[0]! : `one of ${options.join(', ')}`;
  if (value === undefined) return `is missing; it must be ${list}`;
  const meant = typeof value === 'string' ? closestName(value, options) : undefined;
  return `must be ${list}, not ${shown(value)}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

function typeName(expected: string): string {
  return TYPE_NAMES[expected] ?? expected;
}

// The writer meant text, but YAML reads `id: 007` as a number, `id: true` as a boolean, and text that contains a colon
// and a space, as every marker does, as a map.
function quoteHint(expected: string, value: unknown): string {
  if (expected !== 'string') return '';
  if (typeof value === 'number' || typeof value === 'boolean') return `; put it in quotes: "${value}"`;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isMap ? COLON_HINT : '';
}

function shown(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map of fields';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}
