import { describe, expect, it } from 'vitest';
import { changeOfBasis, sessionBasis } from './session-basis.ts';

const WHERE = { keep: true, forks: true, cwd: '/work', machine: 'here', home: '/home' };
const basis = (systemInstruction: string, takesNewSystemText: boolean) =>
  sessionBasis(
    { agentType: 'x', permissions: 'read-only' } as Parameters<typeof sessionBasis>[0],
    { systemInstruction } as Parameters<typeof sessionBasis>[1],
    { ...WHERE, takesNewSystemText },
  );

describe('a change of instructions', () => {
  it('gives up a session only where a resumed one ignores them', () => {
    expect(changeOfBasis(basis('Be brief.', false), basis('Be long.', false))).toBe('instructions-changed');
    expect(changeOfBasis(basis('Be brief.', true), basis('Be long.', true))).toBeUndefined();
  });
});
