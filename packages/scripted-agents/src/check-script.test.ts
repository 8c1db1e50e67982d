import { describe, expect, it } from 'vitest';
import { type AgentScript, scriptedAgent } from './index.ts';

const check = (script: unknown) => () => scriptedAgent({ vendor: 'codex', script: script as AgentScript });

describe('a script that is not one', () => {
  it('names the step whose type it does not know', () => {
    expect(check({ steps: [{ type: 'text', text: 'a' }, { type: 'txet' }] })).toThrow(/steps\[1\].*"txet"/);
  });

  it('names the property a step lacks', () => {
    expect(check({ replies: [{ when: 'a', steps: [{ type: 'delay' }] }] })).toThrow(/replies\[0\]\.steps\[0\].*ms/);
  });

  it('takes no name of a built-in property for a step', () => {
    expect(check({ steps: [{ type: 'constructor' }] })).toThrow(TypeError);
  });

  it('wants either an answer or steps in a reply, not both', () => {
    expect(check({ replies: [{ when: 'a' }] })).toThrow(/reply or steps/);
    expect(check({ replies: [{ when: 'a', reply: 'b', steps: [] }] })).toThrow(/reply or steps/);
  });

  it('is refused together with a recording, and nothing at all is refused too', () => {
    expect(() => scriptedAgent({ vendor: 'claude' })).toThrow(TypeError);
    expect(() => scriptedAgent({ vendor: 'claude', script: {}, recording: 'a.jsonl' })).toThrow(TypeError);
  });

  it('is refused with a way out when it is longer than an argument may be', () => {
    expect(check({ steps: [{ type: 'text', text: 'a'.repeat(131_072) }] })).toThrow(/scriptFile/);
  });
});
