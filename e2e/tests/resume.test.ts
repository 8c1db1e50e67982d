import { describe, expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { setStage } from '../harness/stage.ts';
import { text } from '../model-server/index.ts';

describe.each(AGENTS)('a resumed turn of $name', (agent) => {
  it('goes on in the same session, with what was said before', async () => {
    const stage = await setStage(agent);
    stage.server.react(text('The first answer.'));
    const first = await stage.play({ prompt: 'The first question.' });
    stage.server.react(text('The second answer.'));
    const sessionId = first.result.sessionId!;
    const second = await stage.play({ prompt: 'The second question.', resume: { sessionId } });
    expect(second.result).toMatchObject({ status: 'completed', text: 'The second answer.', sessionId });
    expect(agent.conversation(second.calls[0]!)).toEqual([
      'The first question.',
      'The first answer.',
      'The second question.',
    ]);
  });

  it('reports the tokens and the cost of the turn, not of the session', async () => {
    const stage = await setStage(agent);
    const first = await stage.play({ prompt: 'One.' });
    const resume = { sessionId: first.result.sessionId!, totalsBefore: first.result.totals };
    const second = await stage.play({ prompt: 'Two.', resume });
    expect(second.result.usage).toEqual(first.result.usage);
    if (agent.name === 'claude') expect(second.result.costUsd).toBeCloseTo(first.result.costUsd!, 6);
    const third = await stage.play({
      prompt: 'Three.',
      resume: { sessionId: first.result.sessionId!, totalsBefore: second.result.totals },
    });
    expect(third.result.usage).toEqual(first.result.usage);
  });

  it('says nothing about tokens it cannot tell apart', async () => {
    const stage = await setStage(agent);
    const first = await stage.play({ prompt: 'One.' });
    const second = await stage.play({ prompt: 'Two.', resume: { sessionId: first.result.sessionId! } });
    if (agent.name === 'codex') expect(second.result.usage).toBeUndefined();
    if (agent.name === 'claude') expect(second.result.costUsd).toBeUndefined();
    if (agent.name !== 'codex') expect(second.result.usage).toEqual(first.result.usage);
  });

  it('takes another model when asked to', async () => {
    const stage = await setStage(agent);
    const model = { claude: 'claude-haiku-4-5', codex: 'gpt-5.4', gemini: 'gemini-2.5-pro' }[agent.name];
    const first = await stage.play({ prompt: 'One.' });
    const second = await stage.play({ prompt: 'Two.', model, resume: { sessionId: first.result.sessionId! } });
    const [call] = second.calls;
    expect(agent.name === 'gemini' ? call!.path : call!.body.model).toContain(model);
  });
});
