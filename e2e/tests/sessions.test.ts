import { appendFileSync, copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AGENTS, agentNamed } from '../harness/agents.ts';
import { continuing, createFixture, type Fixture, type TurnOutcome } from '../harness/fixture.ts';
import { filesWith, sessionFile } from '../harness/session-files.ts';
import { slow, text } from '../model-server/index.ts';

const WITH_SESSIONS = [agentNamed('claude'), agentNamed('codex')];

describe.each(AGENTS)('a turn of $name whose session is not kept', (agent) => {
  it('leaves nothing of the conversation in the home folder', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(text('The answer-that-is-left.'));
    const { result } = await fixture.runTurn({ prompt: 'The prompt-that-is-left.' });
    expect(result.status).toBe('completed');
    expect(filesWith(fixture.place, 'prompt-that-is-left')).toEqual([]);
    expect(filesWith(fixture.place, 'answer-that-is-left')).toEqual([]);
  });

  it('leaves no session file if it is cancelled, even if it asked to keep the session', async () => {
    const fixture = await createFixture(agent);
    const { result } = await cancelled(fixture, { prompt: 'The prompt-that-is-left.', session: 'keep' });
    expect(result).toMatchObject({ status: 'cancelled' });
    expect(result).not.toHaveProperty('totals');
    expect(filesWith(fixture.place, 'prompt-that-is-left').filter((file) => file.endsWith('.jsonl'))).toEqual([]);
  });
});

describe.each(WITH_SESSIONS)('a session of $name', (agent) => {
  it.each([
    ['deleted', (file: string) => rmSync(file)],
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['cut in its last turn', (file: string) => truncateSync(file, readFileSync(file).length - 1_500)],
    ['filled with noise', (file: string) => writeFileSync(file, 'noise\n')],
    ['extended by another process', (file: string) => appendFileSync(file, '{}\n')],
  ])('whose file was %s is lost, and the model is not called', async (_how, lose) => {
    const fixture = await createFixture(agent);
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    const second = await fixture.runTurn({ prompt: 'Two.', ...continuing(first) });
    lose(sessionFile(fixture.place, second.result.sessionId!)!);
    await expectLost(fixture, second);
  });

  it('whose file was replaced by that of another session is lost', async () => {
    const fixture = await createFixture(agent);
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    const other = await fixture.runTurn({ prompt: 'Another one.', session: 'keep' });
    const [file, from] = [first, other].map(({ result }) => sessionFile(fixture.place, result.sessionId!)!);
    copyFileSync(from!, file!);
    await expectLost(fixture, first);
  });

  it.each(['latest', '1', 'not a session'])('with the id %j does not exist', async (sessionId) => {
    const fixture = await createFixture(agent);
    const { result, calls } = await fixture.runTurn({ prompt: 'Go on.', session: 'keep', resume: { sessionId } });
    expect(result.error?.code).toBe('CTX_AGENT_SESSION_LOST');
    expect(calls).toEqual([]);
  });

  it('that the CLI does not find is lost', async () => {
    const fixture = await createFixture(agent);
    const resume = { sessionId: '5f0c9e8e-0000-4000-8000-0123456789ab' };
    const { result, events } = await fixture.runTurn({ prompt: 'Go on.', session: 'keep', resume });
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST' } });
    expect(events.filter(({ type }) => type === 'session-start')).toEqual([]);
  });

  it('is lost in another home folder', async () => {
    const [fixture, elsewhere] = [await createFixture(agent), await createFixture(agent)];
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    await expectLost(elsewhere, first);
  });
});

describe('Claude Code', () => {
  const agent = agentNamed('claude');

  it('keeps its session after a cancelled turn, and leaves one copy of it', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(text('Answer one.'));
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    await cancelled(fixture, { prompt: 'Two, cancelled.', ...continuing(first) });
    fixture.server.react(text('Answer three.'));
    const third = await fixture.runTurn({ prompt: 'Three.', ...continuing(first) });
    expect(agent.conversation(third.calls[0]!)).toEqual(['One.', 'Answer one.', 'Three.']);
    expect(third.result.usage).toEqual(first.result.usage);
    expect(third.result.costUsd).toBeCloseTo(first.result.costUsd!, 6);
    expect(filesWith(fixture.place, 'Answer one.')).toEqual([sessionFile(fixture.place, third.result.sessionId!)]);
  });

  it('reports that its session was compacted, and the cost of it', async () => {
    const fixture = await createFixture(agent);
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    const second = await fixture.runTurn({ prompt: 'Two.', ...continuing(first) });
    fixture.server.react(text('<summary>All of it.</summary>'));
    const compacting = await fixture.runTurn(
      { prompt: 'Shorten it.', ...continuing(second) },
      // The driver never sends commands of Claude Code, so the test replaces the prompt by one.
      { alter: (plan) => ({ ...plan, stdin: '/compact' }) },
    );
    expect(compacting.events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'compacted' }));
    expect(compacting.result.usage).toEqual(first.result.usage);
    expect(compacting.result.costUsd).toBeCloseTo(first.result.costUsd!, 6);
    const last = await fixture.runTurn({ prompt: 'Three.', ...continuing(compacting) });
    expect(last.result.usage).toEqual(first.result.usage);
  });

  it('reports the size of its session and of its context window', async () => {
    const fixture = await createFixture(agent);
    const { result } = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    expect(result).toMatchObject({ contextTokens: 2254 + 56, contextWindow: 200_000 });
  });
});

/** Runs a turn and cancels it during its answer, when the CLI has written the prompt into its session. */
async function cancelled(fixture: Fixture, input: Parameters<Fixture['runTurn']>[0]): Promise<TurnOutcome> {
  fixture.server.react(slow());
  const abort = new AbortController();
  const before = fixture.server.modelCalls().length;
  const running = fixture.runTurn(input, { signal: abort.signal });
  await expect.poll(() => fixture.server.modelCalls().length, { timeout: 60_000 }).toBeGreaterThan(before);
  await expect.poll(() => filesWith(fixture.place, input.prompt as string), { timeout: 60_000 }).not.toEqual([]);
  abort.abort();
  return running;
}

async function expectLost(fixture: Fixture, before: TurnOutcome): Promise<void> {
  const { result, calls } = await fixture.runTurn({ prompt: 'Go on.', ...continuing(before) });
  expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST' } });
  expect(calls).toEqual([]);
}
