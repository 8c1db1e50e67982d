/** Lines that no agent should write, but some do. */
export const HOSTILE_LINES: readonly string[] = [
  '',
  ' ',
  '\t\r',
  'null',
  'true',
  '0',
  '-1e999',
  '"text"',
  '[]',
  '[null]',
  '{}',
  '{',
  '}',
  '{"type":',
  '{"type":null}',
  '{"type":7}',
  '{"type":{}}',
  '{"type":[]}',
  '{"type":""}',
  '{"type":"__proto__"}',
  '{"type":"constructor"}',
  '{"type":"toString"}',
  '{"__proto__":{"type":"result"}}',
  'not JSON at all',
  '\u0000\u0001\u0002',
  '\ufeff{"type":"text"}',
  '\ud83d lone surrogate',
  '\u001b[31mred\u001b[0m',
  '['.repeat(20_000),
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  `{"type":"text","text":"${'x'.repeat(1_000_000)}"}`,
];

const REPLACEMENTS: readonly unknown[] = [null, 7, -1, true, 'x', '', [], {}, [null], { type: null }];

/** Variants of a line: cut at several places, and with each of its values replaced by others. */
export function* mutationsOf(line: string): Generator<string> {
  for (let part = 1; part < 8; part++) yield line.slice(0, Math.floor((line.length * part) / 8));
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return;
  }
  for (const replacement of REPLACEMENTS) {
    for (const mutated of replacedEverywhere(value, replacement)) yield JSON.stringify(mutated);
  }
}

/** Copies of a value, each with one part replaced or left out. */
function* replacedEverywhere(value: unknown, replacement: unknown): Generator<unknown> {
  yield replacement;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const changed of replacedEverywhere(part, replacement)) {
      yield Array.isArray(value)
        ? value.map((other, at) => (String(at) === key ? changed : other))
        : { ...value, [key]: changed };
    }
    if (!Array.isArray(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
    }
  }
}
