import { describe, expect, it } from 'vitest';
import { redactEvent } from './redact-event.ts';
import { createRedactor, secretValues } from './redactor.ts';

describe('a redactor', () => {
  it('removes the known values, also when encoded', () => {
    const redact = createRedactor(['hunter2 & co', 'hunter2 & co and more']);
    expect(redact('x hunter2 & co and more, hunter2 & co, hunter2%20%26%20co')).toBe(
      'x [redacted], [redacted], [redacted]',
    );
  });

  it('removes a value of several lines also when it is on one line', () => {
    expect(createRedactor(['first line\n  second line\n'])('it is first line second line.')).toBe('it is [redacted].');
  });

  it('keeps ordinary words even if a known value is very short', () => {
    expect(createRedactor(['1', 'on', ''])('1 on 1')).toBe('1 on 1');
  });

  it('takes linear time on hostile text', () => {
    const redact = createRedactor();
    for (const text of [
      'sk-',
      'Bearer ',
      '://:',
      'eyJaaaaaaaa.',
      'password=',
      '-----BEGIN PRIVATE KEY',
      '-----BEGIN PRIVATE KEY-----',
      'Authorization: Token ',
      'SG.a.',
    ]) {
      expect(redact(text.repeat(20_000)).length).toBeGreaterThan(0);
    }
  });

  it('finds the secrets of an environment by their names', () => {
    const names = ['A_API_KEY', 'B_TOKEN', 'WORK_PAT', 'DB_PWD', 'SENTRY_DSN'];
    const env = {
      ...Object.fromEntries(names.map((name) => [name, name])),
      PATH: '/bin',
      PWD: '/x',
      C_SECRET: undefined,
    };
    expect(secretValues({ ...env, DATABASE_URL: 'postgres://me:hunter2@db/app' })).toEqual([
      ...names,
      'postgres://me:hunter2@db/app',
    ]);
  });

  it('takes every variable that an agent was given for a secret, but no address, model or setting', () => {
    const named = {
      WORK_ACCESS: 'one',
      ANTHROPIC_BASE_URL: 'https://models.example:8443/v1',
      OWN_URL: 'https://me:pass@models.example',
      CHAT_HOOK: 'https://chat.example/hooks/abc',
      ANTHROPIC_MODEL: 'opus',
      LC_ALL: 'C.UTF-8',
      HOME: '/home/me',
    };
    expect(secretValues({}, named)).toEqual(['one', named.OWN_URL, named.CHAT_HOOK]);
    expect(secretValues({ HTTPS_PROXY: 'http://proxy:3128' })).toEqual([]);
  });
});

describe('an event', () => {
  const redact = createRedactor(['top-secret']);

  it('that is a notice or an error is redacted', () => {
    expect(redactEvent({ type: 'notice', kind: 'warning', message: 'top-secret' }, redact)).toMatchObject({
      message: '[redacted]',
    });
    const error = { code: 'CTX_AGENT_FAILED', message: 'top-secret', stderr: 'top-secret' };
    expect(redactEvent({ type: 'error', error }, redact)).toMatchObject({
      error: { message: '[redacted]', stderr: '[redacted]' },
    });
    const end = { type: 'turn-end' as const, result: { status: 'failed' as const, text: 'top-secret', error } };
    expect(redactEvent(end, redact)).toMatchObject({
      result: { text: 'top-secret', error: { message: '[redacted]' } },
    });
  });

  it('that is an error is shortened after redaction, so that no part of a secret remains', () => {
    const message = `${'x'.repeat(1_994)}top-secret${'y'.repeat(9_000)}`;
    const event = redactEvent({ type: 'error', error: { code: 'CTX_AGENT_FAILED', message } }, redact);
    expect(JSON.stringify(event)).not.toContain('top-s');
    expect(event).toMatchObject({ error: { message: `${'x'.repeat(1_994)}[redac…` } });
  });

  it('that is an answer or a tool call is never changed', () => {
    for (const event of [
      { type: 'text' as const, text: 'top-secret' },
      { type: 'tool-call' as const, id: '1', name: 'x', input: 'top-secret' },
      { type: 'tool-result' as const, id: '1', output: 'top-secret', isError: false },
    ]) {
      expect(redactEvent(event, redact)).toBe(event);
    }
  });
});
