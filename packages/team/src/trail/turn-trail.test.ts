import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { memberRedactor } from './member-redactor.ts';
import { createTurnTrail } from './turn-trail.ts';

const call = (id: string, name: string, input: unknown): AgentEvent => ({ type: 'tool-call', id, name, input });
const result = (id: string, isError = false, output = ''): AgentEvent => ({ type: 'tool-result', id, output, isError });

function trailOf(events: readonly AgentEvent[], redact = (text: string) => text) {
  let time = 0;
  const trail = createTurnTrail(redact, () => time++ * 10);
  events.forEach(trail.note);
  return trail.entries();
}

describe('the trail of a turn', () => {
  it('has a line for each tool call, how it ended and how long it took, in the order of the calls', () => {
    const events = [
      call('1', 'Read', { file_path: 'a.ts' }),
      call('2', 'command_execution', { command: "/bin/bash -lc 'npm test'" }),
      result('2', true),
      result('1'),
    ];
    expect(trailOf(events)).toEqual([
      { tool: 'Read', line: 'a.ts', ended: 'ok', durationMs: 30 },
      { tool: 'command_execution', line: 'npm test', ended: 'error', durationMs: 10 },
    ]);
  });

  it('keeps what the tool returned, its exit code, and what was said between two calls', () => {
    const events: AgentEvent[] = [
      { type: 'text-delta', text: 'I run ' },
      { type: 'text-delta', text: 'the tests.' },
      call('1', 'Bash', { command: 'npm test' }),
      { type: 'tool-result', id: '1', output: '4 passed, key sk-1', isError: false, exitCode: 0 },
      call('2', 'Read', { file_path: 'a.ts' }),
      { type: 'text', text: 'All green.' },
    ];
    const redact = (text: string) => text.replaceAll('sk-1', '******');
    expect(trailOf(events, redact)).toMatchObject([
      { line: 'npm test', said: 'I run the tests.', output: '4 passed, key ******', exitCode: 0 },
      { line: 'a.ts', ended: 'open' },
    ]);
    expect(trailOf(events)[1]).not.toHaveProperty('said');
  });

  it('keeps the beginning and the end of a long output, without the secrets at the cuts', () => {
    const secret = 'secret-key';
    const output = `first ${'a'.repeat(4_085)}${secret}${'b'.repeat(3_000_000)}${secret}${'c'.repeat(4_090)} last`;
    const redact = (text: string) => text.replaceAll(secret, '******');
    const [entry] = trailOf([call('1', 'Bash', {}), result('1', false, output)], redact);
    expect(entry?.output).toMatch(/^first a+\*+\n\[\d+ KB left out\]\n\**c+ last$/);
    expect(entry!.output!.length).toBeLessThan(8 * 1024 + 40);
    expect(entry?.output).not.toMatch(/secret|ret-key/);
  });

  it('marks a tool call without a result as open', () => {
    expect(trailOf([call('1', 'Bash', { command: 'sleep 9' })])).toEqual([
      { tool: 'Bash', line: 'sleep 9', ended: 'open' },
    ]);
  });

  it('ignores the result of an unknown call', () => {
    expect(trailOf([result('7'), { type: 'text', text: 'hello' }])).toEqual([]);
  });

  it('holds 200 entries, the last of which says how many more there were', () => {
    const many = Array.from({ length: 250 }, (_, index) => call(String(index), 'Read', { path: `${index}` }));
    const entries = trailOf([...many, ...many.map((_, index) => result(String(index)))]);
    expect(entries).toHaveLength(200);
    expect(entries.at(198)).toMatchObject({ line: '198', ended: 'ok' });
    expect(entries.at(-1)).toEqual({ tool: 'ctx', line: 'and 51 more tool calls', ended: 'ok' });
    expect(trailOf(many.slice(0, 200))).toHaveLength(200);
    expect(trailOf(many.slice(0, 200)).at(-1)?.line).toBe('199');
  });

  it('keeps each entry to one short line', () => {
    const [entry] = trailOf([call('1', 'Ba\nsh', { command: `a\n\u001b[31mb ${'x'.repeat(1_000_000)}` })]);
    expect(entry?.tool).toBe('Ba sh');
    expect(entry?.line.startsWith('a [31mb xxx')).toBe(true);
    expect(entry?.line.length).toBeLessThanOrEqual(201);
  });

  it('holds no secret: not the member’s own variables, and nothing that looks like a key', () => {
    const member = { env: [{ name: 'DEPLOY_TOKEN', from: 'PLAIN' }] };
    const redact = memberRedactor(member, { PLAIN: 'hush-hush', OTHER_API_KEY: 'not-for-you' });
    const command = 'curl -H hush-hush -d not-for-you -u sk-abcdefghijklmnop';
    expect(trailOf([call('1', 'Bash', { command })], redact)[0]?.line).toBe(
      'curl -H [redacted] -d [redacted] -u [redacted]',
    );
  });
});
