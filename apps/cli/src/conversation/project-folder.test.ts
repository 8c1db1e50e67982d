import { expect, it } from 'vitest';
import { changesFolder } from './project-folder.ts';

it.each([
  ['.ctx/sessions', '.ctx/changes'],
  ['/project/.ctx/sessions', '/project/.ctx/changes'],
  // A snapshot leaves out `.ctx`, so that it never holds other snapshots.
  ['logs', 'logs/.ctx/changes'],
  ['.', '.ctx/changes'],
])('the snapshots of sessions in %s are in %s', (directory, expected) => {
  expect(changesFolder(directory)).toBe(expected);
});
