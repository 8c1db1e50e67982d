import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { createFixture, type Fixture } from '../harness/fixture.ts';
import { hangAfter, hello, slow } from '../model-server/index.ts';

/** Longer than the test, so that a surviving process is found. */
const LONG_SLEEP = 'sleep 61';

/** With read-only permissions, Claude runs harmless commands and Codex uses a sandbox. Gemini CLI needs full access. */
const withShell = (agent: Agent) =>
  agent.name === 'gemini' ? ({ permissions: 'full' } as const) : ({ permissions: 'read-only' } as const);

describe.each(AGENTS)('a turn of $name', (agent) => {
  it('is cancelled by its signal during the answer, and keeps the text so far', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(slow());
    const { result, events } = await runUntil(fixture, agent.name === 'codex' ? 'first-call' : 'first-text');
    expect(result.status).toBe('cancelled');
    expect(events.at(-1)!.type).toBe('turn-end');
    if (agent.name === 'codex') expect(result.text).toBe('');
    else expect(result.text).toMatch(/^tick0 /);
    expect(fixture.survivors()).toEqual([]);
  });

  it('starts no process if its signal is already aborted', async () => {
    const fixture = await createFixture(agent);
    const { result, calls } = await fixture.runTurn({ prompt: 'Say hello.' }, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ status: 'cancelled', text: '' });
    expect(calls).toEqual([]);
    expect(fixture.survivors()).toEqual([]);
  });

  it('is ended by the idle limit if the model never answers', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react('silence');
    const { result } = await fixture.runTurn({ prompt: 'Say hello.' }, { idleTimeoutMs: 2_000 });
    expect(result).toMatchObject({ status: 'timed-out', text: '', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(fixture.survivors()).toEqual([]);
  });

  it('is ended by the idle limit if the model stops during its answer', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(hangAfter('Half an', ' answer'));
    const { result } = await fixture.runTurn({ prompt: 'Say hello.' }, { idleTimeoutMs: 4_000 });
    expect(result).toMatchObject({ status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(['', 'Half an answer']).toContain(result.text);
    expect(fixture.survivors()).toEqual([]);
  });

  it('is ended by the time limit if the answer takes too long', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(slow());
    const { result } = await fixture.runTurn({ prompt: 'Say hello.' }, { timeoutMs: 6_000 });
    expect(result).toMatchObject({ status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT' } });
    expect(fixture.survivors()).toEqual([]);
  });

  it('ends a running tool with it', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(agent.shell(LONG_SLEEP), hello());
    const { result, sawTool } = await runUntil(fixture, 'tool-runs', withShell(agent));
    expect(sawTool).toBe(true);
    expect(result.status).toBe('cancelled');
    expect(fixture.survivors()).toEqual([]);
  });

  it('is not ended by the idle limit while a silent tool runs', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(agent.shell('sleep 25'), hello());
    const { result } = await fixture.runTurn(
      { prompt: 'Wait.', ...withShell(agent) },
      { idleTimeoutMs: 20_000, allowFullAccess: true },
    );
    expect(result.status).toBe('completed');
  });

  it('ends when its caller leaves the loop over its events', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(slow());
    const thrown = new Error('the reader leaves');
    const outcome = fixture.runTurn(
      { prompt: 'Say hello.' },
      {
        onEvent() {
          throw thrown;
        },
      },
    );
    await expect(outcome).rejects.toBe(thrown);
    expect(fixture.survivors()).toEqual([]);
  });
});

describe.each(AGENTS.filter(({ name }) => name !== 'claude'))('a daemon started by a tool of $name', (agent) => {
  it('ends with the turn, even if the turn succeeds', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(agent.shell(`setsid ${LONG_SLEEP} >/dev/null 2>&1 & touch started`), hello());
    const { result } = await fixture.runTurn({ prompt: 'Start it.', permissions: 'full' }, { allowFullAccess: true });
    expect(result.status).toBe('completed');
    expect(fixture.place.visibleFiles()).toEqual(['started']);
    expect(fixture.survivors()).toEqual([]);
  });
});

/** Runs a turn and aborts it at a certain moment. */
async function runUntil(
  fixture: Fixture,
  moment: 'first-call' | 'first-text' | 'tool-runs',
  input: { readonly permissions?: 'read-only' | 'full' } = {},
) {
  const abort = new AbortController();
  let sawText = false;
  const isReached = {
    'first-call': () => fixture.server.modelCalls().length > 0,
    'first-text': () => sawText,
    'tool-runs': () => fixture.survivors().some((commandLine) => commandLine === LONG_SLEEP),
  }[moment];
  let sawTool = false;
  const watch = setInterval(() => {
    if (!isReached()) return;
    sawTool = moment === 'tool-runs';
    abort.abort();
  }, 100);
  try {
    const outcome = await fixture.runTurn(
      { prompt: 'Say hello.', ...input },
      {
        signal: abort.signal,
        allowFullAccess: true,
        onEvent: ({ type }) => {
          if (type === 'text-delta') sawText = true;
        },
      },
    );
    return { ...outcome, sawTool };
  } finally {
    clearInterval(watch);
  }
}
