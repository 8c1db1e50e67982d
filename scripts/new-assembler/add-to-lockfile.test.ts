import { describe, expect, it } from 'vitest';
import { addToLockfile } from './add-to-lockfile.mjs';

const LOCKFILE = `lockfileVersion: '9.0'

importers:

  .:
    devDependencies:
      vitest:
        specifier: 4.1.12
        version: 4.1.12

  packages/contract: {}

  templates/assembler:
    dependencies:
      '@ctx/contract':
        specifier: workspace:^
        version: link:../../packages/contract

packages:

  vitest@4.1.12:
    resolution: {integrity: sha512-x}
`;

describe('adding a package to the lockfile', () => {
  it('inserts it in alphabetical order, with the links of the template', () => {
    const entry = `  packages/assembler-acme:
    dependencies:
      '@ctx/contract':
        specifier: workspace:^
        version: link:../contract

`;
    expect(addToLockfile(LOCKFILE, 'templates/assembler', 'packages/assembler-acme')).toBe(
      LOCKFILE.replace('  packages/contract: {}\n', `${entry}  packages/contract: {}\n`),
    );
  });

  it('refuses a lockfile it does not understand', () => {
    expect(() => addToLockfile('lockfileVersion: 12\n', 'templates/assembler', 'packages/a')).toThrow('no importers');
    expect(() => addToLockfile(LOCKFILE, 'templates/driver', 'packages/a')).toThrow(
      'has no entry for templates/driver',
    );
  });
});
