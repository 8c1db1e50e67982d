import { describe, expect, it } from 'vitest';
import { engineAddress } from './engine-options.ts';
import { installCommand } from './load-engine-packages.ts';

describe('the address of an engine', () => {
  it('is taken from the command line, else from the environment', () => {
    const env = { CTX_ENGINE: 'postgres://env/ctx', CTX_QUEUE: 'redis://env' };
    expect(engineAddress({}, {})).toBeUndefined();
    expect(engineAddress({}, { CTX_ENGINE: '' })).toBeUndefined();
    expect(engineAddress({}, env)).toEqual({ engine: 'postgres://env/ctx', queue: 'redis://env' });
    expect(engineAddress({ engine: 'postgresql://flag/ctx' }, env)).toMatchObject({ engine: 'postgresql://flag/ctx' });
  });

  it.each([
    [{ engine: 'redis://:hunter2@cache' }, /--engine takes an address like postgres:/],
    [{ engine: 'hunter2' }, /--engine takes an address/],
    [{ engine: 'postgres://db/ctx', queue: 'postgres://a:hunter2@db' }, /--queue takes an address like redis:/],
  ])('is refused without being shown: %o', (options, expected) => {
    expect(() => engineAddress(options, {})).toThrow(expected);
    expect(() => engineAddress(options, {})).not.toThrow(/hunter2/);
  });
});

describe('the command that installs what an engine needs', () => {
  it('installs globally next to a global ctx, else in the project', () => {
    expect(installCommand('file:///usr/local/lib/node_modules/@ctx/cli/dist/x.js')).toMatch(/^npm install -g @ctx/);
    expect(installCommand('file:///home/a/node_modules/@ctx/cli/dist/x.js')).toMatch(/^npm install @ctx/);
  });
});
