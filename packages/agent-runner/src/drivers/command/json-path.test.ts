import { describe, expect, it } from 'vitest';
import { parsePath, textAt, valueAt } from './json-path.ts';

const LINE = { a: { b: [{ c: 'x' }, { d: 1 }, null, { c: 'y' }], n: null, s: 'text' } };
const at = (path: string) => valueAt(LINE, parsePath(path));
const text = (path: string) => textAt(LINE, parsePath(path));

describe('a path', () => {
  it('leads through objects and lists', () => {
    expect(at('a.b[0].c')).toBe('x');
    expect(at('a.b.3.c')).toBe('y');
    expect(at('a.s')).toBe('text');
  });

  it('with a star gives the values that exist', () => {
    for (const path of ['a.b[].c', 'a.b[*].c', 'a.b.*.c']) expect(at(path)).toEqual(['x', 'y']);
    expect(at('a.b[*]')).toEqual(LINE.a.b);
  });

  it('gives nothing where it leads nowhere', () => {
    for (const path of ['x', 'a.x.y', 'a.n.x', 'a.s.length', 'a.*', 'a.b.length.x', 'a.toString']) {
      expect(at(path)).toBeUndefined();
    }
  });
});

describe('the text at a path', () => {
  it('is a string, or the strings of a list', () => {
    expect(text('a.s')).toBe('text');
    expect(text('a.b[].c')).toBe('xy');
    expect(textAt({ list: ['x', 1, 'y'] }, ['list'])).toBe('xy');
  });

  it('is unknown for anything else', () => {
    expect(text('a.b')).toBeUndefined();
    expect(text('a.n')).toBeUndefined();
    expect(text('a.b[0]')).toBeUndefined();
  });
});
