import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readWorkspace } from './repo-check/workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

it('docs/writing-a-driver.md lists exactly the sources that know an agent by name', () => {
  const document = readFileSync(`${root}docs/writing-a-driver.md`, 'utf8');
  const [, section = ''] = /^## In this repo$([\s\S]*?)^## /m.exec(document) ?? [];
  const listed = Array.from(section.matchAll(/`([\w./-]+\.tsx?)`/g), ([, path]) => path);
  const naming = readWorkspace(root).sources.filter(
    ({ path, text }) => /^(packages|apps|e2e)\//.test(path) && !path.includes('.test.') && /copilot/i.test(text),
  );
  expect(naming.length).toBeGreaterThan(5);
  expect(listed.sort()).toEqual(naming.map(({ path }) => path).sort());
});
