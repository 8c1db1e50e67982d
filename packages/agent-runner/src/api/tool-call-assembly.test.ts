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

  it('are one call if a server sends it again with the same id, with the same index or none', () => {
    const whole = { id: 'a', function: { name: 'read', arguments: '{"path":"x"}' } };
    const once = [{ id: 'a', name: 'read', args: { path: 'x' } }];
    expect(assemble({ index: 0, ...whole }, { index: 0, ...whole })).toEqual(once);
    expect(assemble(whole, whole)).toEqual(once);
    expect(assemble({ index: 0, ...whole }, { index: 0, id: 'a', function: { name: 'write' } })).toEqual(once);
  });

  it('go on with the last call if a piece has neither index nor id nor name', () => {
    const begun = { id: 'a', function: { name: 'read', arguments: '{"pa' } };
    const rest = { function: { arguments: 'th":"x"}' } };
    expect(assemble(begun, rest)).toEqual([{ id: 'a', name: 'read', args: { path: 'x' } }]);
    expect(assemble({ ...begun, index: null }, { ...rest, index: null, id: null })).toHaveLength(1);
    expect(assemble(begun, { ...begun, function: { arguments: 'th":"x"}' } })).toHaveLength(1);
  });

  it('are distinguished by their names behind complete arguments if a server gives no ids and one index', () => {
    const whole = (path: string) => ({ index: 0, function: { name: 'read', arguments: JSON.stringify({ path }) } });
    expect(assemble(whole('x'), whole('x'), whole('x'), whole('y')).map((call) => call?.args)).toEqual([
      { path: 'x' },
      { path: 'y' },
    ]);
  });

  it('may have their arguments as an object, and blanks around the name', () => {
    const delta = { index: 0, function: { name: ' read ', arguments: { path: 'x' } } };
    expect(assemble(delta)).toEqual([{ name: 'read', args: { path: 'x' } }]);
  });
});
