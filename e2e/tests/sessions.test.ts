import { appendFileSync, copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AGENTS, agentNamed } from '../harness/agents.ts';
import { filesWith, sessionFile } from '../harness/session-files.ts';
import { type Played, type Stage, setStage } from '../harness/stage.ts';
import { slow, text } from '../model-server/index.ts';

const KEEPERS = [agentNamed('claude'), agentNamed('codex')];

const after = ({ result }: Played) => ({
  session: 'keep' as const,
  resume: { sessionId: result.sessionId!, totalsBefore: result.totals, mark: result.sessionMark },
});

describe.each(AGENTS)('a turn of $name that nobody will resume', (agent) => {
  it('leaves nothing of the conversation in the home', async () => {
    const stage = await setStage(agent);
    stage.server.react(text('The answer-that-is-left.'));
    const { result } = await stage.play({ prompt: 'The prompt-that-is-left.' });
    expect(result.status).toBe('completed');
    expect(filesWith(stage.place, 'prompt-that-is-left')).toEqual([]);
    expect(filesWith(stage.place, 'answer-that-is-left')).toEqual([]);
  });

  it('leaves nothing when it is cancelled, though it was to be kept', async () => {
    const stage = await setStage(agent);
    const { result } = await cancelled(stage, { prompt: 'The prompt-that-is-left.', session: 'keep' });
    expect(result).toMatchObject({ status: 'cancelled' });
    expect(result).not.toHaveProperty('totals');
    expect(filesWith(stage.place, 'prompt-that-is-left').filter((file) => file.endsWith('.jsonl'))).toEqual([]);
  });
});

describe.each(KEEPERS)('a session of $name', (agent) => {
  it.each([
    ['deleted', (file: string) => rmSync(file)],
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['cut in its last turn', (file: string) => truncateSync(file, readFileSync(file).length - 1_500)],
    ['filled with noise', (file: string) => writeFileSync(file, 'noise\n')],
    ['gone on with by somebody else', (file: string) => appendFileSync(file, '{}\n')],
  ])('whose file was %s is lost: nothing is asked of the model', async (_how, lose) => {
    const stage = await setStage(agent);
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    const second = await stage.play({ prompt: 'Two.', ...after(first) });
    lose(sessionFile(stage.place, second.result.sessionId!)!);
    await expectLost(stage, second);
  });

  it('that was swapped for another is lost', async () => {
    const stage = await setStage(agent);
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    const other = await stage.play({ prompt: 'Another one.', session: 'keep' });
    const [file, from] = [first, other].map(({ result }) => sessionFile(stage.place, result.sessionId!)!);
    copyFileSync(from!, file!);
    await expectLost(stage, first);
  });

  it.each(['latest', '1', 'not a session'])('with the id %j does not exist', async (sessionId) => {
    const stage = await setStage(agent);
    const { result, calls } = await stage.play({ prompt: 'Go on.', session: 'keep', resume: { sessionId } });
    expect(result.error?.code).toBe('CTX_AGENT_SESSION_LOST');
    expect(calls).toEqual([]);
  });

  it('that the CLI itself does not find is lost, in the CLI’s own words', async () => {
    const stage = await setStage(agent);
    const resume = { sessionId: '5f0c9e8e-0000-4000-8000-0123456789ab' };
    const { result, events } = await stage.play({ prompt: 'Go on.', session: 'keep', resume });
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST' } });
    expect(events.filter(({ type }) => type === 'session-start')).toEqual([]);
  });

  it('is in another home as if it had never been', async () => {
    const [stage, elsewhere] = [await setStage(agent), await setStage(agent)];
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    await expectLost(elsewhere, first);
  });
});

describe('Claude Code', () => {
  const agent = agentNamed('claude');

  it('forgets nothing by a turn that was cancelled, and leaves one copy of its session', async () => {
    const stage = await setStage(agent);
    stage.server.react(text('Answer one.'));
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    await cancelled(stage, { prompt: 'Two, cancelled.', ...after(first) });
    stage.server.react(text('Answer three.'));
    const third = await stage.play({ prompt: 'Three.', ...after(first) });
    expect(agent.conversation(third.calls[0]!)).toEqual(['One.', 'Answer one.', 'Three.']);
    expect(third.result.usage).toEqual(first.result.usage);
    expect(third.result.costUsd).toBeCloseTo(first.result.costUsd!, 6);
    expect(filesWith(stage.place, 'Answer one.')).toEqual([sessionFile(stage.place, third.result.sessionId!)]);
  });

  it('tells that it was compacted, and counts what that cost', async () => {
    const stage = await setStage(agent);
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    const second = await stage.play({ prompt: 'Two.', ...after(first) });
    stage.server.react(text('<summary>All of it.</summary>'));
    const compacting = await stage.play(
      { prompt: 'Shorten it.', ...after(second) },
      // The driver never sends a command of Claude Code's own; this is one.
      { alter: (plan) => ({ ...plan, stdin: '/compact' }) },
    );
    expect(compacting.events).toContainEqual(expect.objectContaining({ type: 'notice', kind: 'compacted' }));
    expect(compacting.result.usage).toEqual(first.result.usage);
    expect(compacting.result.costUsd).toBeCloseTo(first.result.costUsd!, 6);
    const last = await stage.play({ prompt: 'Three.', ...after(compacting) });
    expect(last.result.usage).toEqual(first.result.usage);
  });

  it('says how much its session holds, and how much it can', async () => {
    const stage = await setStage(agent);
    const { result } = await stage.play({ prompt: 'One.', session: 'keep' });
    expect(result).toMatchObject({ contextTokens: 2254 + 56, contextWindow: 200_000 });
  });
});

/** Plays a turn and cancels it in the middle of its answer. */
async function cancelled(stage: Stage, input: Parameters<Stage['play']>[0]): Promise<Played> {
  stage.server.react(slow());
  const abort = new AbortController();
  return stage.play(input, {
    signal: abort.signal,
    onEvent: () => setTimeout(() => abort.abort(), 3_000),
  });
}

async function expectLost(stage: Stage, before: Played): Promise<void> {
  const { result, calls } = await stage.play({ prompt: 'Go on.', ...after(before) });
  expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST' } });
  expect(calls).toEqual([]);
}
