import { describe, expect, it } from 'vitest';
import { parseMarkers } from './parse-markers.ts';
import { stripAllMarkers } from './strip-all-markers.ts';

/**
 * Runs `work` and counts the code units it looks at. A clock would tell more about the machine than about the code; the
 * methods of String are the only way to look into a string, so they do the counting.
 */
function codeUnitsScanned(work: () => unknown): number {
  let scanned = 0;
  const prototype = String.prototype as unknown as Record<string, (...args: never[]) => unknown>;
  const count: Record<string, (text: string, result: unknown, from: unknown) => number> = {
    charCodeAt: () => 1,
    indexOf: (text, found, from) =>
      ((found as number) === -1 ? text.length : (found as number)) - Number(from ?? 0) + 1,
    lastIndexOf: (text, found) => text.length - (found as number),
    includes: (text) => text.length,
    trim: (text, trimmed) => text.length - (trimmed as string).length + 2,
    replace: (text) => text.length,
    split: (text) => text.length,
    toUpperCase: (text) => text.length,
  };
  const originals = Object.keys(count).map((name) => [name, prototype[name]!] as const);
  for (const [name, original] of originals) {
    prototype[name] = function (this: string, ...args: never[]) {
      const result = original.apply(this, args);
      scanned += count[name]!(this, result, args[1]);
      return result;
    };
  }
  try {
    work();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
  return scanned;
}

const hostile: readonly (readonly [string, string])[] = [
  ['unclosed FROM', '[FROM:'],
  ['unclosed NEXT', '[NEXT:'],
  ['closed FROM without a name', '[FROM:]'],
  ['closed NEXT', '[NEXT:a]'],
  ['task markers', '[TEAM_TASK]'],
  ['task markers on lines', '[TEAM_TASK]\n'],
  ['inline tasks', '[TEAM_TASK:'],
  ['brackets', '['],
  ['closing brackets', ']'],
  ['both brackets', '[]'],
  ['blanks', ' '],
  ['tabs and words', 'a \t'],
  ['newlines', '\n'],
  ['blank lines', ' \n'],
  ['short lines', '\ta\n'],
  ['lines with a bracket', '[NEXT:\n'],
  ['backticks', '`'],
  ['backticks on lines', '`\n'],
  ['short spans', '` '],
  ['fences', '```\n'],
  ['fences that open nothing', '```a`\n'],
  ['quotes', '> '],
  ['markers between blanks', ' [NEXT:a] '],
  ['markers in spans', '`[NEXT:a]`'],
];

describe.each([
  ['lenient stripping', (text: string) => stripAllMarkers(text, 'lenient')],
  ['strict stripping', (text: string) => stripAllMarkers(text, 'strict')],
  ['parsing', (text: string) => parseMarkers(text)],
])('%s looks at each character a bounded number of times', (_name, work) => {
  it.each(hostile)('on %s', (_kind, unit) => {
    const scanned = codeUnitsScanned(() => work(unit.repeat(20_000)));
    expect(scanned).toBeLessThan(unit.length * 20_000 * 40);
  });

  it('on backtick runs of all lengths', () => {
    const text = Array.from({ length: 400 }, (_, index) => '`'.repeat(index + 1)).join('[NEXT:a]');
    expect(codeUnitsScanned(() => work(text))).toBeLessThan(text.length * 40);
  });
});

describe('the counter', () => {
  it('would notice a quadratic path', () => {
    const text = '[FROM:'.repeat(2_000);
    const quadratic = () => {
      for (let start = text.indexOf('['); start !== -1; start = text.indexOf('[', start + 1)) text.indexOf(']', start);
    };
    expect(codeUnitsScanned(quadratic)).toBeGreaterThan(text.length * 400);
  });
});
