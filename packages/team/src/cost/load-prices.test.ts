import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadPrices } from './load-prices.ts';

const folder = mkdtempSync(join(tmpdir(), 'ctx-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function configWith(text: string): string {
  writeFileSync(join(folder, 'config.yaml'), text);
  return folder;
}

describe('the prices in config.yaml', () => {
  it('are empty without the file, and for a file without prices', async () => {
    expect(await loadPrices(join(folder, 'nowhere'))).toEqual({});
    expect(await loadPrices(configWith(''))).toEqual({});
    expect(await loadPrices(configWith('something: else\n'))).toEqual({});
  });

  it('are read by model name', async () => {
    expect(await loadPrices(configWith('prices:\n  gpt-5: { input: 1.25, cachedInput: 0.125, output: 10 }\n'))).toEqual(
      {
        'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
      },
    );
  });

  it.each(['prices: 7\n', 'prices: { m: { input: -1, output: 1 } }\n', 'prices: { m: { input: 1 } }\n', 'a: [\n'])(
    'are refused, with the name of the file, when they are not valid: %j',
    async (text) => {
      await expect(loadPrices(configWith(text))).rejects.toMatchObject({
        code: 'CTX_USER_CONFIG',
        message: expect.stringContaining('config.yaml'),
      });
    },
  );
});
