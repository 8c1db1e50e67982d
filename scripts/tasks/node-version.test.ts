import { describe, expect, it } from 'vitest';
import { nodeIsSupported } from './node-version.mjs';

describe('the Node version', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0', '100.0.0'])('may be %s', (version) => {
    expect(nodeIsSupported(version)).toBe(true);
  });

  it.each(['18.20.0', '20.18.9', '21.7.0', '22.11.0'])('may not be %s', (version) => {
    expect(nodeIsSupported(version)).toBe(false);
  });
});
