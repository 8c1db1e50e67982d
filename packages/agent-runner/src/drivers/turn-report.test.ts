import { describe, expect, it } from 'vitest';
import { createTurnReport } from './turn-report.ts';

const EXIT_0 = { exitCode: 0, signal: null, stderr: '' };

describe('the report of a turn', () => {
  it('delivers text once that comes in deltas and then whole', () => {
    const report = createTurnReport('agent');
    expect([...report.delta('Hel'), ...report.delta('lo'), ...report.text('Hello')]).toEqual([
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
    ]);
    expect(report.complete()).toEqual([]);
    expect(report.finish(EXIT_0)).toEqual({ status: 'completed', text: 'Hello' });
  });

  it('uses the text after the last tool call as the answer', () => {
    const report = createTurnReport('agent');
    report.delta('Let me see.');
    expect(report.toolCall({ id: '1', name: 'ls' })).toEqual([{ type: 'tool-call', id: '1', name: 'ls', input: {} }]);
    expect(report.toolResult({ id: '1', output: 'a' })).toEqual([
      { type: 'tool-result', id: '1', output: 'a', isError: false },
    ]);
    report.delta('Done.');
    report.complete();
    expect(report.finish(EXIT_0).text).toBe('Done.');
  });

  it('does not use an older part as the answer when a newer one came in deltas', () => {
    const report = createTurnReport('agent');
    report.text('First.');
    report.delta('Second.');
    report.toolCall({ id: '1', name: 'ls' });
    expect(report.complete()).toMatchObject([{ kind: 'empty-answer' }]);
    expect(report.finish(EXIT_0).text).toBe('');
  });

  it('has no event for a call without an id or a name', () => {
    const report = createTurnReport('agent');
    expect(report.toolCall({ id: '', name: 'ls' })).toEqual([]);
    expect(report.toolCall({ id: '1', name: '' })).toEqual([]);
  });

  it('removes terminal escapes from answers, also when they are split', () => {
    const report = createTurnReport('agent');
    expect([...report.delta('a\u001b[3'), ...report.delta('1mb')]).toEqual([
      { type: 'text-delta', text: 'a' },
      { type: 'text-delta', text: 'b' },
    ]);
    expect(report.text('\u001b[1mbold\u001b[0m')).toEqual([{ type: 'text', text: 'bold' }]);
  });

  it('gives one notice for an empty answer', () => {
    const report = createTurnReport('agent');
    expect(report.ended).toBe(false);
    expect(report.complete()).toMatchObject([{ type: 'notice', kind: 'empty-answer' }]);
    expect(report.complete()).toEqual([]);
    expect(report.ended).toBe(true);
    expect(report.finish(EXIT_0)).toEqual({ status: 'completed', text: '' });
  });

  it.each([
    ['Who are you?', 401, 'CTX_AGENT_AUTH'],
    ['Too many requests, retry after 2 s', undefined, 'CTX_AGENT_RATE_LIMIT'],
    ['It broke', undefined, 'CTX_AGENT_FAILED'],
  ])('for the message %j and the status %s gives the code %s', (words, status, code) => {
    const report = createTurnReport('agent');
    report.fail(words, status);
    expect(report.ended).toBe(true);
    expect(report.complete()).toEqual([]);
    expect(report.finish(EXIT_0)).toMatchObject({ status: 'failed', text: '', error: { code, message: words } });
  });

  it('says that an answer of blanks is empty', () => {
    const report = createTurnReport('agent');
    report.text(' \n');
    expect(report.complete()).toMatchObject([{ kind: 'empty-answer' }]);
  });

  it('has no event for text that is empty without its escapes', () => {
    const report = createTurnReport('agent');
    report.text('Hi');
    expect([...report.delta('\u001b[0m'), ...report.text('\u001b[0m'), ...report.text('')]).toEqual([]);
    report.complete();
    expect(report.finish(EXIT_0).text).toBe('Hi');
  });

  it('has no event for a failure, and an empty output by default', () => {
    const report = createTurnReport('agent');
    expect(report.fail('no')).toEqual([]);
    expect(report.toolResult({ id: '1' })).toMatchObject([{ output: '', isError: false }]);
  });

  it('keeps the last part that is not blank as the partial answer', () => {
    const report = createTurnReport('agent');
    report.delta('First.');
    report.toolCall({ id: '1', name: 'ls' });
    report.delta(' ');
    report.toolCall({ id: '2', name: 'ls' });
    report.delta('\n');
    expect(report.finish(EXIT_0).text).toBe('First.');
  });

  it('names the agent if a failure has no message', () => {
    const report = createTurnReport('agent');
    report.fail(' ');
    expect(report.finish(EXIT_0).error?.message).toBe('agent reported an error.');
  });

  it('keeps the newest part that is not the error message', () => {
    const partialOf = (...parts: string[]) => {
      const report = createTurnReport('agent');
      for (const part of parts) report.text(part);
      report.fail('Quota used up');
      return report.finish(EXIT_0).text;
    };
    expect(partialOf('One', 'Half')).toBe('Half');
    expect(partialOf('Half', 'Quota used up')).toBe('Half');
    expect(partialOf('Quota used up')).toBe('');
    const repeating = createTurnReport('agent');
    repeating.delta('Quota used up');
    repeating.text('Quota used up');
    repeating.fail('Quota used up');
    expect(repeating.finish(EXIT_0).text).toBe('');
    const report = createTurnReport('agent');
    report.delta('Half');
    report.toolCall({ id: '1', name: 'ls' });
    report.fail('It broke');
    expect(report.finish(EXIT_0).text).toBe('Half');
  });

  it('is failed if the agent did not report its end, with any exit code', () => {
    const report = createTurnReport('agent');
    report.delta('Half');
    expect(report.finish({ ...EXIT_0, stderr: 'segmentation fault' })).toMatchObject({
      status: 'failed',
      text: 'Half',
      error: { message: 'agent exited with code 0 without finishing its answer: segmentation fault' },
    });
  });

  it('reports a session once, and only valid counts', () => {
    const report = createTurnReport('agent');
    expect(report.session('s1')).toEqual([{ type: 'session-start', sessionId: 's1' }]);
    expect([...report.session('s1'), ...report.session('')]).toEqual([]);
    expect(report.usage({ inputTokens: -1 })).toEqual([]);
    expect(report.usage({ inputTokens: 5, outputTokens: 1.5 })).toEqual([{ type: 'usage', usage: { inputTokens: 5 } }]);
    report.text('Hi');
    report.complete();
    expect(report.finish(EXIT_0)).toEqual({
      status: 'completed',
      text: 'Hi',
      usage: { inputTokens: 5 },
      sessionId: 's1',
    });
  });
});
