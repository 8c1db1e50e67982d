import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schemaAddress } from './schema-address.ts';

it('the schema of a team file is found in the installed packages, here or above', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ctx-schema-'));
  await mkdir(join(folder, 'deep', 'er'), { recursive: true });
  expect(schemaAddress(join(folder, 'ctx.team.yaml'))).toBeUndefined();
  await mkdir(join(folder, 'node_modules', '@ctx', 'team'), { recursive: true });
  await writeFile(join(folder, 'node_modules', '@ctx', 'team', 'schema.json'), '{}');
  expect(schemaAddress(join(folder, 'ctx.team.yaml'))).toBe('./node_modules/@ctx/team/schema.json');
  expect(schemaAddress(join(folder, 'deep', 'er', 'x.yaml'))).toBe('../../node_modules/@ctx/team/schema.json');
});
