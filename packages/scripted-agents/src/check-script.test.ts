import { describe, expect, it } from 'vitest';
import { type AgentScript, scriptedAgent } from './index.ts';

const check = (script: unknown) => () => scriptedAgent({ vendor: 'codex', script: script as AgentScript });

describe('an invalid script', () => {
  it('is refused with the place of a step of unknown type', () => {
    expect(check({ steps: [{ type: 'text', text: 'a' }, { type: 'txet' }] })).toThrow(/steps\[1\].*"txet"/);
  });

  it('is refused with the place and name of a missing property', () => {
    expect(check({ replies: [{ when: 'a', steps: [{ type: 'delay' }] }] })).toThrow(/replies\[0\]\.steps\[0\].*ms/);
  });

  it('is refused if a step type is the name of a built-in property', () => {
    expect(check({ steps: [{ type: 'constructor' }] })).toThrow(TypeError);
  });

  it('is refused unless each reply has either an answer or steps', () => {
    expect(check({ replies: [{ when: 'a' }] })).toThrow(/reply or steps/);
    expect(check({ replies: [{ when: 'a', reply: 'b', steps: [] }] })).toThrow(/reply or steps/);
  });

  it('is refused together with a recording; giving neither is refused too', () => {
    expect(() => scriptedAgent({ vendor: 'claude' })).toThrow(TypeError);
    expect(() => scriptedAgent({ vendor: 'claude', script: {}, recording: 'a.jsonl' })).toThrow(TypeError);
  });

  it('is refused with a hint at scriptFile if it is too long for an argument', () => {
    expect(check({ steps: [{ type: 'text', text: 'a'.repeat(131_072) }] })).toThrow(/scriptFile/);
  });
});
