import { describe, expect, it } from 'vitest';
import { searchCounting } from './__fixtures__/regexp-steps.ts';
import { parseMarkers } from './parse-markers.ts';
import { stripAllMarkers } from './strip-all-markers.ts';

/**
 * Runs `work` and counts the code units it looks at. A clock would tell more about the machine than about the code; the
 * methods of String and `exec`, which all that takes a pattern goes through, are how the code looks into a string.
 */
function codeUnitsScanned(work: () => unknown): number {
  let scanned = 0;
  let isCounting = true;
  const prototype = String.prototype as unknown as Record<string, (...args: never[]) => unknown>;
  const count: Record<string, (text: string, result: unknown, from: unknown) => number> = {
    charAt: () => 1,
    charCodeAt: () => 1,
    indexOf: (text, found, from) =>
      ((found as number) === -1 ? text.length : (found as number)) - Number(from ?? 0) + 1,
    lastIndexOf: (text, found, from) => Math.min(Number(from ?? text.length), text.length) - (found as number),
    includes: (text) => text.length,
    trim: (text, trimmed) => text.length - (trimmed as string).length + 2,
    trimEnd: (text, trimmed) => text.length - (trimmed as string).length + 1,
    toUpperCase: (text) => text.length,
  };
  const originals = Object.keys(count).map((name) => [name, prototype[name]!] as const);
  for (const [name, original] of originals) {
    prototype[name] = function (this: string, ...args: never[]) {
      const result = original.apply(this, args);
      if (isCounting) scanned += count[name]!(this, result, args[1]);
      return result;
    };
  }
  const exec = RegExp.prototype.exec;
  RegExp.prototype.exec = function (text) {
    if (!isCounting) return exec.call(this, text);
    isCounting = false;
    const search = searchCounting(this, text);
    isCounting = true;
    scanned += search.steps;
    const match = exec.call(this, text);
    if ((match?.index ?? -1) !== search.index || (match?.[0].length ?? 0) !== search.end - search.index)
      throw new Error(`The counter does not understand ${this}`);
    return match;
  };
  try {
    work();
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
    RegExp.prototype.exec = exec;
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
  ['openings in spans', '`[NEXT:`'],
  ['openings and closings on lines of their own', '[NEXT:\n]\n'],
  ['indented lines', '        \n a'],
  ['carriage returns', '\r'],
  ['fences with indentation and blanks behind', ' ~~~ \n'],
  ['fences in one line', '``` '],
  ['fences that the next line does not close', '~~~~\n~~~ a\n'],
  ['exclamation marks', '! '],
  ['commas', ', '],
];

// What stands around it takes the work past the ways out for texts without markers.
const surroundings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `[NEXT:a]${text}]`,
  (text) => `[NEXT:${text}P1]`,
  (text) => `x\n[TEAM_TASK]\n${text}[FROM:a]`,
  (text) => `\`\`\`\n${text}`,
  (text) => `\`\`\`\n\`\`\`\n${text}[DROP:a]\n\`\`\``,
];

describe.each([
  ['lenient stripping', (text: string) => stripAllMarkers(text, 'lenient')],
  ['strict stripping', (text: string) => stripAllMarkers(text, 'strict')],
  ['parsing', (text: string) => parseMarkers(text)],
])('%s looks at each character a bounded number of times', (_name, work) => {
  it.each(hostile)('on %s', (_kind, unit) => {
    for (const surround of surroundings) {
      const text = surround(unit.repeat(2_000));
      const scanned = codeUnitsScanned(() => work(text));
      expect(scanned).toBeLessThan(text.length * 40);
    }
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

  it.each([
    ['an opening that is searched to the end', /\[FROM:[^\]]+\]/g, '[FROM:'],
    ['blanks at the end of a line', /[ \t]+$/g, ' a'.padStart(2_000)],
    ['a lazy search', /`[\s\S]*?~/g, '`'],
  ])('would notice a quadratic pattern: %s', (_kind, pattern, unit) => {
    const text = unit.repeat(Math.ceil(4_000 / unit.length));
    expect(codeUnitsScanned(() => text.replace(pattern, ''))).toBeGreaterThan(text.length * 400);
  });

  it.each([/(?:a+)+b/, /(a)\1+b/])('refuses a quantifier around more than a character: %s', (pattern) => {
    expect(() => codeUnitsScanned(() => 'aaa'.replace(pattern, ''))).toThrow('with a quantifier');
  });
});
