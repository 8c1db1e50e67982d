import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { hangAfter, hello, slow } from '../model-server/index.ts';

/** Long enough to be found if it survives, and not much longer than a minute. */
const LONG_SLEEP = 'sleep 61';

/** Claude lets harmless commands run, Codex puts them into a sandbox; Gemini CLI has a shell only with full access. */
const withShell = (agent: Agent) =>
  agent.name === 'gemini' ? ({ permissions: 'full' } as const) : ({ permissions: 'read-only' } as const);

describe.each(AGENTS)('ending a turn of $name', (agent) => {
  it('by its signal in the middle of the answer: cancelled, with what was said so far', async () => {
    const stage = await setStage(agent);
    stage.server.react(slow());
    const { result, events } = await playUntil(stage, agent.name === 'codex' ? 'first-call' : 'first-text');
    expect(result.status).toBe('cancelled');
    expect(events.at(-1)!.type).toBe('turn-end');
    if (agent.name === 'codex') expect(result.text).toBe('');
    else expect(result.text).toMatch(/^tick0 /);
    expect(stage.survivors()).toEqual([]);
  });

  it('by its signal before it has begun: no process is started', async () => {
    const stage = await setStage(agent);
    const { result, calls } = await stage.play({ prompt: 'Say hello.' }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'cancelled', text: '' });
    expect(calls).toEqual([]);
    expect(stage.survivors()).toEqual([]);
  });

  it('when the model accepts and never answers: timed out by the idle limit', async () => {
    const stage = await setStage(agent);
    stage.server.react('silence');
    const { result } = await stage.play({ prompt: 'Say hello.' }, { idleTimeoutMs: 2_000 });
    expect(result).toMatchObject({ status: 'timed-out', text: '', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(stage.survivors()).toEqual([]);
  });

  it('when the model stops in mid-stream: timed out by the idle limit', async () => {
    const stage = await setStage(agent);
    stage.server.react(hangAfter('Half an', ' answer'));
    const { result } = await stage.play({ prompt: 'Say hello.' }, { idleTimeoutMs: 4_000 });
    expect(result).toMatchObject({ status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(['', 'Half an answer']).toContain(result.text);
    expect(stage.survivors()).toEqual([]);
  });

  it('when it talks for too long: timed out by the wall clock', async () => {
    const stage = await setStage(agent);
    stage.server.react(slow());
    const { result } = await stage.play({ prompt: 'Say hello.' }, { timeoutMs: 6_000 });
    expect(result).toMatchObject({ status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(stage.survivors()).toEqual([]);
  });

  it("while a tool runs: the tool's shell ends with it", async () => {
    const stage = await setStage(agent);
    stage.server.react(agent.shell(LONG_SLEEP), hello());
    const { result, sawTool } = await playUntil(stage, 'tool-runs', withShell(agent));
    expect(sawTool).toBe(true);
    expect(result.status).toBe('cancelled');
    expect(stage.survivors()).toEqual([]);
  });

  it('does not take a tool that is silent for an agent that hangs', async () => {
    const stage = await setStage(agent);
    stage.server.react(agent.shell('sleep 12'), hello());
    const { result } = await stage.play(
      { prompt: 'Wait.', ...withShell(agent) },
      { idleTimeoutMs: 10_000, allowFullAccess: true },
    );
    expect(result.status).toBe('completed');
  });

  it('by leaving the loop over its events', async () => {
    const stage = await setStage(agent);
    stage.server.react(slow());
    const left = new Error('the reader leaves');
    const played = stage.play(
      { prompt: 'Say hello.' },
      {
        onEvent() {
          throw left;
        },
      },
    );
    await expect(played).rejects.toBe(left);
    expect(stage.survivors()).toEqual([]);
  });
});

describe.each(AGENTS.filter(({ name }) => name !== 'claude'))(
  'a daemon that a tool of $name leaves behind',
  (agent) => {
    it('ends with the turn, also with one that went well', async () => {
      const stage = await setStage(agent);
      stage.server.react(agent.shell(`setsid ${LONG_SLEEP} >/dev/null 2>&1 & touch started`), hello());
      const { result } = await stage.play({ prompt: 'Start it.', permissions: 'full' }, { allowFullAccess: true });
      expect(result.status).toBe('completed');
      expect(stage.place.visibleFiles()).toEqual(['started']);
      expect(stage.survivors()).toEqual([]);
    });
  },
);

/** Plays a turn and aborts it as soon as something has happened. */
async function playUntil(
  stage: Stage,
  moment: 'first-call' | 'first-text' | 'tool-runs',
  input: { readonly permissions?: 'read-only' | 'full' } = {},
) {
  const abort = new AbortController();
  let sawText = false;
  const hasCome = {
    'first-call': () => stage.server.modelCalls().length > 0,
    'first-text': () => sawText,
    'tool-runs': () => stage.survivors().some((commandLine) => commandLine === LONG_SLEEP),
  }[moment];
  let sawTool = false;
  const watch = setInterval(() => {
    if (!hasCome()) return;
    sawTool = moment === 'tool-runs';
    abort.abort();
  }, 100);
  try {
    const played = await stage.play(
      { prompt: 'Say hello.', ...input },
      {
        signal: abort.signal,
        allowFullAccess: true,
        onEvent: ({ type }) => {
          if (type === 'text-delta') sawText = true;
        },
      },
    );
    return { ...played, sawTool };
  } finally {
    clearInterval(watch);
  }
}
