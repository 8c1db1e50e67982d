import { describe, expect, it } from 'vitest';
import { runTool } from './run-tool.ts';

const context = { signal: new AbortController().signal, permissions: 'read-only' as const };
const returning = (value: unknown) =>
  runTool([{ name: 'f', execute: () => value }], { id: '1', name: 'f', args: {} }, context);

describe('runTool', () => {
  it.each<[unknown, unknown, string]>([
    [{ a: 1 }, { a: 1 }, '{"a":1}'],
    ['text', { output: 'text' }, 'text'],
    [[1, 2], { output: [1, 2] }, '[1,2]'],
    [undefined, { output: null }, 'null'],
    [Promise.resolve(3), { output: 3 }, '3'],
    [{ when: new Date(0) }, { when: '1970-01-01T00:00:00.000Z' }, '{"when":"1970-01-01T00:00:00.000Z"}'],
  ])("turns a tool's return value into an object: %j", async (value, response, output) => {
    expect(await returning(value)).toEqual({ response, output, isError: false });
  });

  it('returns an error for a value that JSON cannot represent, and for a thrown error', async () => {
    expect(await returning(1n)).toMatchObject({ isError: true });
    const throwing = { name: 'f', execute: () => Promise.reject('just words') };
    const outcome = await runTool([throwing], { id: '1', name: 'f', args: {} }, context);
    expect(outcome).toEqual({ response: { error: 'just words' }, output: 'just words', isError: true });
  });

  it('does not run a tool whose arguments could not be read', async () => {
    const tool = { name: 'f', execute: () => expect.unreachable() };
    const outcome = await runTool([tool], { id: '1', name: 'f', args: {}, problem: 'no JSON' }, context);
    expect(outcome.output).toBe('The call of f was not run: no JSON.');
  });

  it('rejects only when the turn is aborted', async () => {
    const tool = { name: 'f', execute: () => 1 };
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(runTool([tool], { id: '1', name: 'f', args: {} }, { ...context, signal })).rejects.toThrow('stop');
  });
});
