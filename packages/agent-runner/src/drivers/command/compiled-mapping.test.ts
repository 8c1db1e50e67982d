import { describe, expect, it } from 'vitest';
import { compileMapping } from './compiled-mapping.ts';
import type { JsonlMapping } from './output-mapping.ts';

const WHERE = { type: 'x' };
const TEXT = { path: 'text' };

describe('a mapping', () => {
  it.each<[string, object]>([
    ['itself', { wrong: 1 }],
    ['text', { text: { ...TEXT, wrong: 1 } }],
    ['delta', { delta: { ...TEXT, wrong: 1 } }],
    ['sessionId', { sessionId: { ...TEXT, wrong: 1 } }],
    ['end', { end: { where: WHERE, wrong: 1 } }],
    ['error', { error: { path: 'message', wrong: 1 } }],
    ['a list of errors', { error: [{ path: 'message' }, { path: 'reason', wrong: 1 }] }],
    ['tools', { tools: { wrong: 1 } }],
    ['tools.call', { tools: { call: { where: WHERE, id: 'id', name: 'name', wrong: 1 } } }],
    ['tools.result', { tools: { result: { where: WHERE, id: 'id', wrong: 1 } } }],
    ['usage', { usage: { where: WHERE, wrong: 'count' } }],
  ])('with an unknown key in %s is refused', (_, part) => {
    const mapping: JsonlMapping = { format: 'jsonl', text: TEXT, ...part };
    expect(() => compileMapping(mapping)).toThrow(new TypeError('Unknown option "wrong"'));
  });

  it('may have the value undefined for every optional key', () => {
    const tools = { call: undefined, result: undefined };
    const usage = { where: WHERE, add: undefined, inputTokens: undefined };
    const mapping: JsonlMapping = { format: 'jsonl', text: TEXT, end: undefined, error: undefined, tools, usage };
    const compiled = compileMapping(mapping);
    expect([compiled.hasEnd, compiled.addsUsage, compiled.usage({ type: 'x' })]).toEqual([false, false, {}]);
  });
});
