import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArguments } from '../mutate/arguments.mjs';
import { scoreTable, staleExcuses, survivorList } from '../mutate/report.mjs';
import { isEnough, scoreOf } from '../mutate/score.mjs';
import { type Mutant, type Survivor, survivorsOf } from '../mutate/survivor.mjs';
import { TARGETS } from '../mutate/targets.mjs';

const NAMES = ['trimmer', 'core'];

function mutant(status: string, fileName = 'a.ts'): Mutant {
  return {
    fileName,
    status,
    replacement: '',
    location: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
  };
}

describe('the arguments of mutate', () => {
  it('name some targets, or all; only a whole run writes the published results', () => {
    expect(readArguments([], NAMES)).toEqual({ names: NAMES, force: false, files: undefined, out: 'RESULTS.md' });
    const forced = readArguments(['core', '--force'], NAMES);
    expect(forced).toEqual({ names: ['core'], force: true, files: undefined, out: undefined });
  });

  it('narrow one target to some of its files', () => {
    const narrowed = readArguments(['core', '--files', 'src/markers/*.ts'], NAMES);
    expect(narrowed).toMatchObject({ names: ['core'], files: 'src/markers/*.ts', out: undefined });
    expect(() => readArguments(['--files', 'src/*.ts'], NAMES)).toThrow('--files needs one target.');
  });

  it('must name existing targets', () => {
    expect(() => readArguments(['cutter'], NAMES)).toThrow('Unknown target cutter. Targets are trimmer, core.');
  });
});

const CORE = { name: 'core', threshold: 85 };

describe('a score', () => {
  it('counts timeouts as killed and unreached mutants as survived, and leaves out those that could not be loaded', () => {
    const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'CompileError', 'Ignored'];
    const score = scoreOf(
      CORE,
      statuses.map((status) => mutant(status)),
    );
    expect(score).toEqual({ ...CORE, files: 1, mutants: 4, killed: 1, timedOut: 1, survived: 2, percent: 50 });
  });

  it('is enough if it reaches the threshold of its target, but never without a mutant', () => {
    const mutants = Array.from({ length: 20 }, (_, n) => mutant(n < 17 ? 'Killed' : 'Survived', `${n % 3}.ts`));
    expect(isEnough(scoreOf(CORE, mutants))).toBe(true);
    expect(isEnough(scoreOf(CORE, mutants.slice(1)))).toBe(false);
    expect(isEnough(scoreOf({ ...CORE, threshold: 80 }, mutants.slice(1)))).toBe(true);
    expect(isEnough(scoreOf(CORE, []))).toBe(false);
    expect(
      scoreTable([scoreOf(CORE, mutants)])
        .split('\n')
        .at(-1),
    ).toBe('| core | 3 | 20 | 17 | 0 | 3 | 85 % | 85.0 % |');
  });

  it('is never rounded up', () => {
    const mutants = Array.from({ length: 10_000 }, (_, n) => mutant(n < 8_499 ? 'Killed' : 'Survived'));
    expect(scoreTable([scoreOf(CORE, mutants)])).toContain('| 84.9 % |');
  });
});

describe('a survivor', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-mutate-'));
    writeFileSync(join(folder, 'a.ts'), 'const a = 1;\n  if (a > 0) {\n    b();\n  }\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const at = (start: [number, number], end: [number, number], replacement: string, status = 'Survived'): Mutant => ({
    fileName: join(folder, 'a.ts'),
    status,
    replacement,
    location: { start: { line: start[0], column: start[1] }, end: { line: end[0], column: end[1] } },
  });

  it('is shown as its line before and after the change, in the order of the file', () => {
    const mutants = [
      at([2, 14], [4, 4], '{}', 'NoCoverage'),
      at([2, 7], [2, 12], 'true'),
      at([1, 1], [1, 2], '', 'Killed'),
    ];
    expect(survivorsOf(folder, mutants)).toEqual([
      { file: 'a.ts', line: 2, code: 'if (a > 0) {', becomes: 'if (a > 0) {} …' },
      { file: 'a.ts', line: 2, code: 'if (a > 0) {', becomes: 'if (true) {' },
    ]);
  });

  const survivor: Survivor = { file: 'a.ts', line: 2, code: 'if (a > 0) {', becomes: 'if (true) {' };
  const excuse = { file: 'a.ts', code: 'if (a > 0) {', becomes: 'if (true) {', reason: 'a is never below 1.' };

  it('is listed with its reason, wherever its line has moved', () => {
    const moved = { ...survivor, line: 90 };
    expect(survivorList([moved], [excuse])).toBe(
      '## Survivors that stay\n\n### a.ts\n\n* 90: `if (a > 0) {` → `if (true) {`  \n  a is never below 1.\n\n',
    );
  });

  it('is listed as work to do if no reason is given for exactly this change', () => {
    for (const change of [{ file: 'b.ts' }, { code: 'if (a) {' }, { becomes: 'if (false) {' }]) {
      expect(survivorList([survivor], [{ ...excuse, ...change }])).toContain('## Survivors without a reason');
    }
  });

  it('has a stale reason once it no longer survives', () => {
    expect(staleExcuses([survivor], [excuse])).toEqual([]);
    expect(staleExcuses([], [excuse])).toEqual([excuse]);
  });
});

describe('the committed results', () => {
  const results = readFileSync(new URL('../mutate/RESULTS.md', import.meta.url), 'utf8');
  const measured = TARGETS.filter(({ name }) => results.includes(`\n| ${name} |`));

  it('have the targets that every prompt and turn depends on', () => {
    expect(measured.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['trimmer', 'core', 'team', 'agent-runner']),
    );
  });

  it.each(measured)('show that the tests of $name kill enough mutants', ({ name, threshold }) => {
    const row = new RegExp(`^\\| ${name} \\|.*\\| ([\\d.]+) % \\|$`, 'm').exec(results);
    expect(Number(row?.[1])).toBeGreaterThanOrEqual(threshold);
  });

  it('give a reason for each survivor that is listed as staying', () => {
    const staying = results.slice(results.indexOf('## Survivors that stay')).split('\n* ').slice(1);
    const withoutReason = staying.filter((survivor) => !/ {2}\n {2}\S/.test(survivor));
    expect(staying.length).toBeGreaterThan(0);
    expect(withoutReason).toEqual([]);
  });
});
