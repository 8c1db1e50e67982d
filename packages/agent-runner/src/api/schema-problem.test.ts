import { Type } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { schemaProblem } from './schema-problem.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    line: { type: 'integer' },
    ratio: { type: 'number' },
    mode: { enum: ['a', 'b'] },
    tags: { type: 'array', items: { type: 'string' } },
    range: { type: 'object', properties: { from: { type: 'number' } }, required: ['from'] },
    either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    maybe: { type: ['string', 'null'] },
  },
  required: ['path'],
  additionalProperties: false,
};

describe('schemaProblem', () => {
  it.each([
    [{ path: 'a' }],
    [{ path: 'a', line: 1, ratio: 2, mode: 'b', tags: ['x'], range: { from: 0.5 }, either: null, maybe: null }],
  ])('accepts %j', (value) => {
    expect(schemaProblem(value, SCHEMA)).toBeUndefined();
  });

  it.each([
    [{}, 'arguments.path is required'],
    [{ path: 1 }, 'arguments.path must be string, not integer'],
    [{ path: 'a', line: 1.5 }, 'arguments.line must be integer, not number'],
    [{ path: 'a', mode: 'c' }, 'arguments.mode must be one of "a", "b"'],
    [{ path: 'a', tags: ['x', 1] }, 'arguments.tags[1] must be string, not integer'],
    [{ path: 'a', tags: 'x' }, 'arguments.tags must be array, not string'],
    [{ path: 'a', range: {} }, 'arguments.range.from is required'],
    [
      { path: 'a', either: 1 },
      'arguments.either matches none of the choices: arguments.either must be string, not integer',
    ],
    [{ path: 'a', file: 1 }, 'arguments.file is unknown; known are: path, line'],
    [[], 'arguments must be object, not array'],
    [null, 'arguments must be object, not null'],
  ])('refuses %j', (value, problem) => {
    expect(schemaProblem(value, SCHEMA)).toContain(problem);
  });

  it('understands the types of @google/genai, const, allOf, and schemas that are true or false', () => {
    expect(schemaProblem({ a: 1 }, { type: Type.OBJECT, properties: { a: { type: Type.STRING } } })).toBeDefined();
    expect(schemaProblem(null, { type: Type.STRING, nullable: true })).toBeUndefined();
    expect(schemaProblem(2, { const: 1 })).toBeDefined();
    expect(schemaProblem('x', { allOf: [{ type: 'string' }, { enum: ['y'] }] })).toBeDefined();
    expect(schemaProblem('x', true)).toBeUndefined();
    expect(schemaProblem('x', false)).toBeDefined();
  });

  it('accepts extra properties unless they are forbidden, and ignores inherited ones', () => {
    expect(schemaProblem({ extra: 1 }, { type: 'object' })).toBeUndefined();
    expect(schemaProblem({}, { type: 'object', required: ['constructor'] })).toBe('arguments.constructor is required');
  });
});
