import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dependenciesAreInstalled, installDependencies } from './install.mjs';

describe('node_modules', () => {
  let root: string;
  const calls: string[][] = [];
  const record = async (command: string, args: readonly string[]) => {
    calls.push([command, ...args]);
    mkdirSync(join(root, 'node_modules'), { recursive: true });
  };

  beforeEach(() => {
    calls.length = 0;
    root = mkdtempSync(join(tmpdir(), 'ctx-install-'));
    writeFileSync(join(root, 'package.json'), '{ "packageManager": "pnpm@10.34.9" }');
    writeFileSync(join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 9');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is missing in a fresh clone, and up to date after an install', async () => {
    expect(dependenciesAreInstalled(root)).toBe(false);
    await installDependencies(root, record);
    expect(dependenciesAreInstalled(root)).toBe(true);
  });

  it('is out of date once the lockfile has changed', async () => {
    await installDependencies(root, record);
    writeFileSync(join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 9.1');
    expect(dependenciesAreInstalled(root)).toBe(false);
  });

  it('is out of date if npm install has changed it, before or after our install', async () => {
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}');
    expect(dependenciesAreInstalled(root)).toBe(false);
    await installDependencies(root, record);
    expect(dependenciesAreInstalled(root)).toBe(true);
    writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}');
    expect(dependenciesAreInstalled(root)).toBe(false);
  });

  it('is out of date after an install that failed', async () => {
    await installDependencies(root, record);
    const fail = () => Promise.reject(new Error('no network'));
    await expect(installDependencies(root, fail)).rejects.toThrow('no network');
    expect(dependenciesAreInstalled(root)).toBe(false);
  });

  it('comes from the pnpm version in package.json, with the lockfile unchanged', async () => {
    await installDependencies(root, record);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toEqual(expect.arrayContaining(['npm', '--package=pnpm@10.34.9', '--frozen-lockfile']));
  });
});
