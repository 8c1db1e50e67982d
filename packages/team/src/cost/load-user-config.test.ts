import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadUserConfig } from './load-user-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configWith(text: string): string {
  writeFileSync(join(folder, 'config.yaml'), text);
  return folder;
}

describe('the user’s config.yaml', () => {
  it('has no prices and a bell unless it says otherwise', async () => {
    expect(await loadUserConfig(join(folder, 'nowhere'))).toEqual({ prices: {}, bell: true });
    expect(await loadUserConfig(configWith(''))).toEqual({ prices: {}, bell: true });
    expect(await loadUserConfig(configWith('something: else\n'))).toEqual({ prices: {}, bell: true });
  });

  it('has prices by model name, and whether the bell rings', async () => {
    expect(
      await loadUserConfig(
        configWith('bell: false\nprices:\n  gpt-5: { input: 1.25, cachedInput: 0.125, output: 10 }\n'),
      ),
    ).toEqual({ prices: { 'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 } }, bell: false });
  });

  it.each([
    'prices: 7\n',
    'bell: loud\n',
    'prices: { m: { input: -1, output: 1 } }\n',
    'prices: { m: { input: 1 } }\n',
    'a: [\n',
  ])('is refused, with the name of the file, when it is not valid: %j', async (text) => {
    await expect(loadUserConfig(configWith(text))).rejects.toMatchObject({
      code: 'CTX_USER_CONFIG',
      message: expect.stringContaining('config.yaml'),
    });
  });
});
