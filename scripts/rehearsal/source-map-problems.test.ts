import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { sourceMapProblems } from './source-map-problems.ts';

const source = '\n\nexport function greet(name: string): string {\n  return name;\n}\n';
const { code, map } = transformSync(source, { loader: 'ts', sourcemap: 'external', sourcefile: '../src/greet.ts' });
const built = `${code.replace('export ', '')}//# sourceMappingURL=greet.js.map\n`;
const good = { 'dist/greet.js': built, 'dist/greet.js.map': map, 'src/greet.ts': source };

describe('checking the source map of a built file', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['finds nothing wrong with a good map', good, []],
    ['reports a file that names no map', { ...good, 'dist/greet.js': code }, ['dist/greet.js names 0 maps']],
    [
      'reports a missing map',
      { 'dist/greet.js': built },
      ['dist/greet.js names greet.js.map, which is not in the package'],
    ],
    [
      'reports a missing source',
      { 'dist/greet.js': built, 'dist/greet.js.map': map },
      ['dist/greet.js comes from ../src/greet.ts, which is not in the package'],
    ],
    [
      'reports a map that does not fit the source',
      { ...good, 'src/greet.ts': `export const a = 1;\n${source}` },
      ['dist/greet.js: the map leads to the wrong line'],
    ],
  ])('%s', (_title, files, problems) => {
    expect(sourceMapProblems(new Map(Object.entries(files)), 'dist/greet.js')).toEqual(problems);
  });
});
