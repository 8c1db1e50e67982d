import type { AgentEvent } from '@ctx/contract';
import { expect, it } from 'vitest';
import { createOpenTools } from './open-tools.ts';

const call = (id: string): AgentEvent => ({ type: 'tool-call', id, name: 'read', input: {} });
const result = (id: string): AgentEvent => ({ type: 'tool-result', id, output: '', isError: false });

it('a tool is open from its call to its result, in any order of the results', () => {
  const tools = createOpenTools();
  const openAfter = (event: AgentEvent) => {
    tools.note(event);
    return tools.isAnyOpen;
  };
  expect(tools.isAnyOpen).toBe(false);
  expect(openAfter({ type: 'text-delta', text: 'a' })).toBe(false);
  expect(openAfter(call('1'))).toBe(true);
  expect(openAfter(call('2'))).toBe(true);
  expect(openAfter({ type: 'text-delta', text: 'b' })).toBe(true);
  expect(openAfter(result('1'))).toBe(true);
  expect(openAfter(result('unknown'))).toBe(true);
  expect(openAfter(result('2'))).toBe(false);
});
