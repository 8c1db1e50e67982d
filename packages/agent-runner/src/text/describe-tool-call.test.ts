import { describe, expect, it } from 'vitest';
import { describeToolCall, describeToolResult } from './describe-tool-call.ts';

describe('the short description of a tool call', () => {
  it.each([
    ['Read', { file_path: 'src/a.ts', limit: 10 }, 'Read src/a.ts'],
    ['Bash', { command: 'npm test', description: 'Run tests' }, '$ npm test'],
    ['command_execution', { command: "/bin/bash -lc 'npm test'" }, '$ npm test'],
    ['shell', { command: ['ls', '-l'] }, '$ ls -l'],
    ['file_change', { changes: [{ path: 'a.ts', kind: 'add' }, { path: 'b.ts' }] }, 'file_change a.ts, b.ts'],
    ['file_change', { changes: [1] }, 'file_change {"changes":[1]}'],
    ['TodoWrite', { todos: [1] }, 'TodoWrite {"todos":[1]}'],
    ['list', {}, 'list'],
    ['list', undefined, 'list'],
  ])('%s %j is %s', (name, input, text) => expect(describeToolCall(name, input)).toBe(text));

  it.each([
    ['', false, ''],
    ['14 passed\n', false, '14 passed'],
    ['a\nb\nc', false, '3 lines'],
    ['', true, 'failed'],
    ['ENOENT: a.ts\nat x', true, 'failed: ENOENT: a.ts'],
  ])('%j (error: %s) is %j', (output, isError, text) => expect(describeToolResult(output, isError)).toBe(text));
});
