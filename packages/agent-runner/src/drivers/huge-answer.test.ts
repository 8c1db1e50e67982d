import { describe, expect, it } from 'vitest';
import { createTextParser } from './command/text-parser.ts';
import { createGeminiParser } from './gemini/gemini-parser.ts';
import { createReplayDetector } from './gemini/replay-detector.ts';
import { createTurnReport } from './turn-report.ts';

const LIMIT = 64 * 1024 * 1024;
const HALF = 'x'.repeat(LIMIT / 2);
const EXIT_0 = { exitCode: 0, signal: null, stderr: '' };

describe('an answer of more than 64 Mi characters', () => {
  it.each([
    ['', 'completed', undefined],
    ['y', 'failed', 'agent wrote an answer that is too long to keep.'],
  ])('followed by %j gives a turn that is %s', (more, status, message) => {
    const report = createTurnReport('agent');
    for (const delta of [HALF, HALF, more]) report.delta(delta);
    report.complete();
    const result = report.finish(EXIT_0);
    expect(result.status).toBe(status);
    expect(result.error?.message).toBe(message);
    expect(result.text.length).toBe(LIMIT);
  });

  it('fails a turn of gemini, and its beginning is kept', () => {
    const parser = createGeminiParser();
    for (const content of [HALF, `y${HALF}`]) {
      parser.json?.({ type: 'message', role: 'assistant', content, delta: true });
    }
    parser.json?.({ type: 'result', status: 'success' });
    const result = parser.finish(EXIT_0);
    expect(result.status).toBe('failed');
    const message = 'gemini wrote an answer that is too long to keep.';
    expect(result.error).toEqual({ code: 'CTX_AGENT_FAILED', message });
    expect(result.text.length).toBe(HALF.length);
  });

  it('has no gap: text after the piece that did not fit is not kept', () => {
    const report = createTurnReport('agent');
    const parser = createGeminiParser();
    for (const content of [HALF, `y${HALF}`, 'z']) {
      report.delta(content);
      parser.json?.({ type: 'message', role: 'assistant', content, delta: true });
    }
    report.complete();
    for (const result of [report.finish(EXIT_0), parser.finish(EXIT_0)]) expect(result.text.length).toBe(HALF.length);
  });

  it('does not fail a turn whose last part is short', () => {
    const report = createTurnReport('agent');
    for (const delta of [HALF, `y${HALF}`]) report.delta(delta);
    report.toolCall({ id: '1', name: 'read' });
    report.delta('Done.');
    report.complete();
    expect(report.finish(EXIT_0)).toEqual({ status: 'completed', text: 'Done.' });
  });

  it('fails a turn of a program that prints text, and its beginning is kept', () => {
    const parser = createTextParser('agent');
    for (const line of [HALF, HALF]) parser.text(line);
    const result = parser.finish(EXIT_0);
    expect(result.status).toBe('failed');
    expect(result.error?.message).toBe('agent wrote an answer that is too long to keep.');
    expect(result.text.length).toBe(HALF.length);
  });

  it('is counted from its last start', () => {
    const detector = createReplayDetector();
    for (const start of [false, true, true]) expect(detector.add(HALF, undefined)).toBe(start);
    expect(detector.overflowed).toBe(false);
    expect(detector.text().length).toBe(HALF.length);
    expect(detector.add('y', undefined)).toBe(false);
    expect(detector.add(HALF, undefined)).toBe(false);
    expect(detector.overflowed).toBe(true);
    expect(detector.text().length).toBe(HALF.length + 1);
  });
});
