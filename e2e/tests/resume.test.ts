import type { TurnInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { type Played, setStage } from '../harness/stage.ts';
import { text } from '../model-server/index.ts';

/** How to go on where a turn ended. */
const after = ({ result }: Played): Pick<TurnInput, 'session' | 'resume'> => ({
  session: 'keep',
  resume: { sessionId: result.sessionId!, totalsBefore: result.totals, mark: result.sessionMark },
});

describe.each(AGENTS)('a resumed turn of $name', (agent) => {
  it('goes on in the same session, with what was said before', async () => {
    const stage = await setStage(agent);
    stage.server.react(text('The first answer.'));
    const first = await stage.play({ prompt: 'The first question.', session: 'keep' });
    stage.server.react(text('The second answer.'));
    const second = await stage.play({ prompt: 'The second question.', ...after(first) });
    expect(second.result).toMatchObject({ status: 'completed', text: 'The second answer.' });
    // Claude Code goes on in a copy.
    expect(second.result.sessionId === first.result.sessionId).toBe(agent.name !== 'claude');
    expect(agent.conversation(second.calls[0]!)).toEqual([
      'The first question.',
      'The first answer.',
      'The second question.',
    ]);
  });

  it('reports the tokens and the cost of the turn, not of the session', async () => {
    const stage = await setStage(agent);
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    const second = await stage.play({ prompt: 'Two.', ...after(first) });
    expect(second.result.usage).toEqual(first.result.usage);
    if (agent.name === 'claude') expect(second.result.costUsd).toBeCloseTo(first.result.costUsd!, 6);
    const third = await stage.play({ prompt: 'Three.', ...after(second) });
    expect(third.result.usage).toEqual(first.result.usage);
  });

  it('says nothing about tokens it cannot tell apart', async () => {
    const stage = await setStage(agent);
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    const resume = { sessionId: first.result.sessionId! };
    const second = await stage.play({ prompt: 'Two.', session: 'keep', resume });
    if (agent.name === 'codex') expect(second.result.usage).toBeUndefined();
    if (agent.name === 'claude') expect(second.result.costUsd).toBeUndefined();
    if (agent.name !== 'codex') expect(second.result.usage).toEqual(first.result.usage);
  });

  it('takes another model when asked to', async () => {
    const stage = await setStage(agent);
    const model = { claude: 'claude-haiku-4-5', codex: 'gpt-5.4', gemini: 'gemini-2.5-pro' }[agent.name];
    const first = await stage.play({ prompt: 'One.', session: 'keep' });
    const second = await stage.play({ prompt: 'Two.', model, ...after(first) });
    const [call] = second.calls;
    expect(agent.name === 'gemini' ? call!.path : call!.body.model).toContain(model);
  });
});
