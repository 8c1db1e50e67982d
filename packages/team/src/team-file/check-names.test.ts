import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTeam } from './parse-team.ts';
import { TeamFileError } from './team-file-error.ts';

/** Problems of a team in which the second member has the name to test; the first one is called `first`. */
function problemsOf(name: string, field: 'id' | 'displayName' = 'displayName', first = 'Sarah'): string[] {
  const other = field === 'id' ? { id: name, type: 'human' } : { id: 'other', displayName: name, type: 'human' };
  const text = JSON.stringify(
    { name: 't', members: [{ id: 'one', displayName: first, type: 'human' }, other] },
    null,
    1,
  );
  try {
    parseTeam(text, { file: 'ctx.team.json' });
  } catch (error) {
    if (!TeamFileError.isInstance(error)) throw error;
    return error.problems.map(({ line, field: at, message }) => `${line} ${at}: ${message}`);
  }
  return [];
}

describe('a name in a team file', () => {
  it.each([
    ['a Cyrillic letter', 'Sаrah', 'Sarah'],
    ['a digit for a letter', 'Pau1', 'Paul'],
    ['a capital I for an l', 'PauI', 'Paul'],
    ['rn for m', 'Torn', 'Tom'],
    ['Greek capitals', 'ΜΑΧ', 'max'],
    ['another case on top', 'SАRAH', 'sarah'],
    ['a decomposed accent and a Cyrillic letter', 'Rene\u0301\u0435', 'Renée'],
  ])('is refused when it looks like another: %s', (_what, name, first) => {
    const problems = problemsOf(name, 'displayName', first);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(
      `members[1].displayName: "${name}" looks like "${first}" of members[0]; choose a name`,
    );
    expect(problems[0]).toMatch(/^\d+ /);
  });

  it.each(['Ｓａｒａｈ', '𝐒𝐚𝐫𝐚𝐡', 's–a—rah'])('is refused when it is the same in another form: %s', (name) => {
    expect(problemsOf(name, 'displayName', 'Sarah')[0]).toContain(`"${name}" is the same as "Sarah" of members[0]`);
  });

  it.each(['ctx', 'ｃｔｘ', 'CTX', 'c-t-x', 'All', 'system', 'S_y_s tem'])('%j is reserved', (name) => {
    for (const field of ['id', 'displayName'] as const) {
      expect(problemsOf(name, field)[0]).toContain(`members[1].${field}: "${name}" is reserved`);
    }
  });

  it.each(['сtx', 'аll', 'a11', 'AII', 'ѕystem'])('%j looks like a reserved name', (name) => {
    expect(problemsOf(name, 'id')[0]).toMatch(/members\[1\]\.id: .* looks like "(ctx|all|system)", which is reserved/);
  });

  it.each([
    ['a zero-width space', 'Ki\u200bm', 'U+200B'],
    ['a zero-width joiner', 'Ki\u200dm', 'U+200D'],
    ['a byte order mark', '\ufeffKim', 'U+FEFF'],
    ['a bidi override', 'Kim\u202e', 'U+202E'],
    ['an isolate', '\u2066Kim', 'U+2066'],
    ['a soft hyphen', 'K\u00adim', 'U+00AD'],
    ['a tag', 'Kim\u{e0041}', 'U+E0041'],
    ['a variation selector', 'Kim\ufe0f', 'U+FE0F'],
    ['a Hangul filler', 'Kim\u3164', 'U+3164'],
    ['an empty Braille cell', 'Kim\u2800', 'U+2800'],
    ['a tabulator', 'K\tim', 'U+0009'],
    ['an escape', 'Kim\u001b1m', 'U+001B'],
    ['a vertical tab', 'K\u000bim', 'U+000B'],
    ['a form feed', 'K\u000cim', 'U+000C'],
    ['a next line', 'K\u0085im', 'U+0085'],
    ['a line separator', 'K\u2028im', 'U+2028'],
    ['a paragraph separator', 'K\u2029im', 'U+2029'],
  ])('is refused with %s in it', (_what, name, code) => {
    expect(problemsOf(name)).toEqual([
      expect.stringContaining(`contains ${code}, an invisible character; leave it out: "K`),
    ]);
    expect(problemsOf(name, 'id')).toHaveLength(1);
  });

  it.each(['Kim: yes', 'Kim:', 'Kim -> all', 'Kim->all', 'Kim → all'])(
    'is refused when it contains a separator of prompts: %j',
    (name) => {
      expect(problemsOf(name)[0]).toMatch(/contains (:|->|→), which ends a name in the agents' prompts/);
    },
  );

  it.each(['Kim： yes', 'Kim∶ yes', 'Kimː yes', 'Kim ‐> all', 'Kim –> x'])(
    'is refused when it contains something that looks like a separator: %j',
    (name) => {
      expect(problemsOf(name)[0]).toMatch(/contains something that looks like (:|->), which ends a name/);
    },
  );

  it.each([' Kim', 'Kim ', '\u00a0Kim', '\u3000Kim'])('is refused when it begins or ends with a space: %j', (name) => {
    expect(problemsOf(name)).toEqual([expect.stringContaining('begins or ends with a space; write "Kim"')]);
  });

  it.each([
    'Kim',
    'Zoë',
    '王小明',
    'さくら',
    'Иван',
    'علي',
    'नमन',
    'O’Neil',
    'Max Jr.',
    'agent-2',
    '🦊',
    "D'Arcy",
    'R2-D2',
    'Ann & Bob',
  ])('is accepted: %j', (name) => {
    expect(problemsOf(name)).toEqual([]);
  });

  it('may look like another name of the same member', () => {
    const text = 'name: t\nmembers:\n  - { id: bob, name: Bоb, displayName: B0b, type: human }\n';
    expect(parseTeam(text).members).toHaveLength(1);
  });

  it('that is accepted never contains an invisible character or a separator', () => {
    const unit = fc.oneof(
      fc.constantFrom('a', 'B', '漢', ' ', '-', ':', '>', '\u200b', '\u202e', '\u{e0061}', '\u2028'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 8 }), (name) => {
        if (problemsOf(name).length > 0) return;
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]|->|:/u);
        expect(name.trim()).toBe(name);
      }),
      { numRuns: 300 },
    );
  });
});
