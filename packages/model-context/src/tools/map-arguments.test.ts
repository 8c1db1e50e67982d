import { describe, expect, it } from 'vitest';
import { mapArguments } from './map-arguments.ts';

describe('mapArguments', () => {
  it('renames arguments by a table, for the named tool only', () => {
    const table = { read: { file: 'path', filename: 'path' } };
    expect(mapArguments(table, 'read', { file: 'a', line: 1 })).toEqual({ path: 'a', line: 1 });
    expect(mapArguments(table, 'write', { file: 'a' })).toEqual({ file: 'a' });
  });

  it('never overwrites an argument that has the right name, nor one that was just renamed', () => {
    const table = { read: { file: 'path', filename: 'path' } };
    expect(mapArguments(table, 'read', { file: 'a', path: 'b' })).toEqual({ file: 'a', path: 'b' });
    expect(mapArguments(table, 'read', { file: 'a', filename: 'b' })).toEqual({ path: 'a', filename: 'b' });
  });

  it('calls a function with the tool’s name and arguments', () => {
    expect(mapArguments((name, args) => ({ ...args, name }), 'read', { a: 1 })).toEqual({ a: 1, name: 'read' });
  });

  it('does not change the given arguments, and ignores inherited names', () => {
    const args = { constructor: 1 };
    expect(mapArguments({}, 'toString', args)).toEqual({ constructor: 1 });
    expect(mapArguments(undefined, 'read', args)).toBe(args);
    expect(mapArguments({ f: { constructor: 'x' } }, 'f', args)).toEqual({ x: 1 });
    expect(args).toEqual({ constructor: 1 });
  });
});
