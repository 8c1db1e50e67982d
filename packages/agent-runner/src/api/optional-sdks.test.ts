import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('the vendors’ SDKs', () => {
  it('are not imported by any source file, so that they need not be installed', () => {
    const folder = new URL('./', import.meta.url);
    const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    expect(sources).toContain('openai-api.ts');
    for (const file of sources) {
      expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(/from '(?:@google\/genai|openai)'/);
    }
  });
});
