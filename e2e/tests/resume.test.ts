import { describe, expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { continuing, createFixture } from '../harness/fixture.ts';
import { text } from '../model-server/index.ts';

describe.each(AGENTS)('a resumed turn of $name', (agent) => {
  it('continues the session with its earlier messages', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(text('The first answer.'));
    const first = await fixture.runTurn({ prompt: 'The first question.', session: 'keep' });
    fixture.server.react(text('The second answer.'));
    const second = await fixture.runTurn({ prompt: 'The second question.', ...continuing(first) });
    expect(second.result).toMatchObject({ status: 'completed', text: 'The second answer.' });
    // Claude Code continues in a copy of the session.
    expect(second.result.sessionId === first.result.sessionId).toBe(agent.name !== 'claude');
    expect(agent.conversation(second.calls[0]!)).toEqual([
      'The first question.',
      'The first answer.',
      'The second question.',
    ]);
  });

  it('reports the tokens and the cost of the turn, not of the session', async () => {
    const fixture = await createFixture(agent);
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    const second = await fixture.runTurn({ prompt: 'Two.', ...continuing(first) });
    expect(second.result.usage).toEqual(first.result.usage);
    if (agent.name === 'claude') expect(second.result.costUsd).toBeCloseTo(first.result.costUsd!, 6);
    const third = await fixture.runTurn({ prompt: 'Three.', ...continuing(second) });
    expect(third.result.usage).toEqual(first.result.usage);
  });

  it('reports no tokens or cost if the totals before it are unknown', async () => {
    const fixture = await createFixture(agent);
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    const resume = { sessionId: first.result.sessionId! };
    const second = await fixture.runTurn({ prompt: 'Two.', session: 'keep', resume });
    if (agent.name === 'codex') expect(second.result.usage).toBeUndefined();
    if (agent.name === 'claude') expect(second.result.costUsd).toBeUndefined();
    if (agent.name !== 'codex') expect(second.result.usage).toEqual(first.result.usage);
  });

  it('can use another model', async () => {
    const fixture = await createFixture(agent);
    const model = { claude: 'claude-haiku-4-5', codex: 'gpt-5.4', gemini: 'gemini-2.5-pro' }[agent.name];
    const first = await fixture.runTurn({ prompt: 'One.', session: 'keep' });
    const second = await fixture.runTurn({ prompt: 'Two.', model, ...continuing(first) });
    const [call] = second.calls;
    expect(agent.name === 'gemini' ? call!.path : call!.body.model).toContain(model);
  });
});
