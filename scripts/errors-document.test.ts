import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readWorkspace } from './repo-check/workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

/** The codes in the contract. */
function declaredCodes(): string[] {
  const [union = ''] = /type CtxErrorCode =[^;]+;/.exec(read('packages/contract/src/ctx-error.ts')) ?? [];
  return [...union.matchAll(/'(CTX_\w+)'/g)].map(([, code]) => code ?? '');
}

/** The codes that sources use for an error or a failed turn. */
function usedCodes(): string[] {
  return readWorkspace(root)
    .sources.filter(({ path }) => /^(packages|apps)\/[^/]+\/src\//.test(path) && !/\.test\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/(?:CtxError\(|\bcode(?:: | = ))\s*'(CTX_\w+)'/g)])
    .map(([, code]) => code ?? '');
}

describe('docs/errors.md', () => {
  const rows = [...read('docs/errors.md').matchAll(/^\| `(CTX_\w+)` \|(.*)\|$/gm)];
  const listed = rows.map(([, code]) => code ?? '');

  it('lists every code of the contract and of the sources once, and no other', () => {
    expect(usedCodes().length).toBeGreaterThan(20);
    const known = new Set([...declaredCodes(), ...usedCodes()]);
    expect([...listed].sort()).toEqual([...known].sort());
  });

  it('says for each code what it means and what to do', () => {
    for (const [, code, rest = ''] of rows) {
      const cells = rest.split('|').map((cell) => cell.trim());
      expect(
        cells.filter((cell) => cell.length > 5),
        code,
      ).toHaveLength(2);
    }
  });

  it('lists the codes that only the app uses in a section of their own', () => {
    const [, appOnly = ''] = read('docs/errors.md').split('## The app alone');
    expect(listed.filter((code) => appOnly.includes(code))).toEqual(listed.filter((c) => !declaredCodes().includes(c)));
  });
});
