import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { codex } from './codex-driver.ts';

const ASKED = '01a1e987-8afc-7133-ba14-aad9052c9616';
const OTHER = '01a1e987-918b-7ad2-8003-c9486d39148a';
const turn = (thread: string) =>
  [
    { type: 'thread.started', thread_id: thread },
    { type: 'item.completed', item: { id: 'i', type: 'agent_message', text: 'I know nothing of it.' } },
    { type: 'turn.completed', usage: { input_tokens: 3, output_tokens: 2 } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

describe('a resumed thread of Codex', () => {
  it('is lost when another thread answers, and nothing of that answer is delivered', () => {
    const { result, events, ended } = playStream(codex(), turn(OTHER), { input: { resume: { sessionId: ASKED } } });
    expect(ended).toBe(true);
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST' } });
    expect(result.error?.message).toBe(`codex was asked to resume ${ASKED} but reported session "${OTHER}".`);
    expect(result.sessionId).toBe(OTHER);
    expect(events).toEqual([]);
    expect(playStream(codex(), turn(ASKED), { input: { resume: { sessionId: ASKED } } }).result.status).toBe(
      'completed',
    );
    expect(playStream(codex(), turn(OTHER)).result).toMatchObject({ status: 'completed', sessionId: OTHER });
  });

  it.each([
    `Error: thread/resume: thread/resume failed: no rollout found for thread id ${ASKED} (code -32600)\n`,
    'Error: thread/resume: thread/resume failed: failed to read thread: thread-store internal error\n',
    `Error: thread/resume: thread-store conflict: thread ${ASKED} already has an active writer\n`,
  ])('is lost when the CLI cannot open it: %s', (stderr) => {
    const exit = { exitCode: 1, signal: null, stderr };
    const input = { resume: { sessionId: ASKED } };
    const { result } = playStream(codex(), '', { input, exit });
    expect(result.error?.message).toBe(`codex cannot resume ${ASKED}: ${stderr.slice('Error: '.length).trim()}`);
    expect(playStream(codex(), turn(ASKED), { input, exit }).result.status).toBe('completed');
    const other = { ...exit, stderr: 'Error: something else' };
    expect(playStream(codex(), '', { input, exit: other }).result.error?.code).toBe('CTX_AGENT_FAILED');
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST', stderr } });
    expect(playStream(codex(), '', { exit }).result.error?.code).toBe('CTX_AGENT_FAILED');
  });
});
