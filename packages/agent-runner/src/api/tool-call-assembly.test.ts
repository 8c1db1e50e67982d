import { describe, expect, it } from 'vitest';
import { createToolCallAssembly, type ToolCallAssembly } from './tool-call-assembly.ts';

const assemble = (...deltas: Parameters<ToolCallAssembly['add']>[0][]) => {
  const assembly = createToolCallAssembly();
  for (const delta of deltas) assembly.add(delta);
  return [...assembly.takeCalls()].map((piece) => (piece.kind === 'call' ? piece.part.functionCall : undefined));
};

describe('calls that arrive in pieces', () => {
  it('are assembled by their index, in any order of the pieces', () => {
    const calls = assemble(
      { index: 0, id: 'a', function: { name: 'read', arguments: '{"path":' } },
      { index: 1, id: 'b', function: { name: 'write', arguments: '{' } },
      { index: 0, function: { arguments: '"x"}' } },
      { index: 1, id: 'b', function: { name: 'write', arguments: '}' } },
    );
    expect(calls).toEqual([
      { id: 'a', name: 'read', args: { path: 'x' } },
      { id: 'b', name: 'write', args: {} },
    ]);
  });

  it('are distinguished by their ids if a server gives all of them the same index', () => {
    const calls = assemble(
      { index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"x"}' } },
      { index: 0, id: 'b', function: { name: 'read', arguments: '{"path":' } },
      { index: 0, id: '', function: { arguments: '"y"}' } },
    );
    expect(calls).toEqual([
      { id: 'a', name: 'read', args: { path: 'x' } },
      { id: 'b', name: 'read', args: { path: 'y' } },
    ]);
  });

  it('are each complete if a server leaves out the index', () => {
    const whole = (id: string) => ({ id, function: { name: 'read', arguments: '{}' } });
    expect(assemble(whole('a'), whole('b'))).toHaveLength(2);
  });

  it('are not created from empty deltas', () => {
    expect(assemble({ index: 0, function: { arguments: '' } }, { index: 1, id: '', function: {} })).toEqual([]);
    expect(assemble({ index: 0, id: 'a', function: { name: 'now', arguments: '' } })).toHaveLength(1);
  });
});
