import { describe, expect, it } from 'vitest';
import { sessionExecutor } from '../../__fixtures__/session-executor.ts';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import { resumeConversation } from '../resume-conversation.ts';
import { rebuildPrompt } from '../turn/rebuild-prompt.ts';
import { count, expectComplete, start, storeWith, wholeContext, withMember } from './__fixtures__/session-team.ts';

describe.each([{ forks: true }, { forks: false }])('a member whose agent keeps sessions (forks: $forks)', (kind) => {
  it('is sent everything once, then only new messages, and never its own answers', async () => {
    const agents = sessionExecutor(kind);
    const team = withMember(teamOf(['max']), { systemInstruction: 'Be brief.' });
    const { say, memory, conversation } = start(agents, team);
    await say();
    expect(memory()).toMatchObject({ mode: 'full', reason: 'no-session' });
    for (let turn = 2; turn <= 20; turn++) {
      const { prompt, before } = await say();
      expect(prompt.trim()).toBe(`Fact ${turn} of Alice.`);
      for (let fact = 1; fact <= turn; fact++) expect(count(before, `Fact ${fact} of Alice.`)).toBe(1);
      for (let own = 1; own < turn; own++) expect(count(before, `Answer of turn-${own}.`)).toBe(1);
      expect(memory()).toMatchObject({ mode: 'delta' });
      expect(memory()!.reason).toBeUndefined();
      expect(memory()!.fullBytes).toBeGreaterThan(prompt.length);
    }
    await conversation.close();
    expect(agents.sessions.size).toBe(1);
  });

  it('gets each message of the others once', async () => {
    const agents = sessionExecutor(kind);
    const { say, context } = start(agents, teamOf(['max', 'gina']));
    await say();
    await say('A question for Gina.', 'gina');
    await say('Another one for Gina.', 'gina');
    const { prompt, before } = await say();
    expect(count(prompt, 'Answer of turn-2.')).toBe(1);
    expect(count(prompt, 'Answer of turn-3.')).toBe(1);
    expectComplete(context, before);
  });

  it('continues its session after a resume', async () => {
    const agents = sessionExecutor(kind);
    const { say, store, conversation } = start(agents);
    await say();
    await say();
    await conversation.close();
    const context = wholeContext();
    const log = await storeWith(await recordsOf(store));
    const again = await resumeConversation({ team: teamOf(['max']), executor: agents.executor, store: log, context });
    await again.send('Fact 3 of Alice.', { to: ['max'] });
    await again.idle();
    const { prompt, before } = agents.lived.at(-1)!;
    expect(prompt.trim()).toBe('Fact 3 of Alice.');
    expectComplete(context, before);
    await again.close();
  });

  it('is sent a new task once', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory, conversation } = start(agents, teamOf(['max'], { task: 'The old task.' }));
    await say();
    expect((await say()).prompt).not.toContain('task');
    await conversation.setTask('The new task.');
    expect((await say()).prompt).toContain('The new task.');
    expect(memory()).toMatchObject({ mode: 'delta' });
    expect((await say()).prompt).not.toContain('task');
    await conversation.setTask(null);
    const { before } = await say();
    expect(before).not.toContain('task');
    expect(memory()).toMatchObject({ mode: 'full', reason: 'instructions-changed' });
  });

  it('has full prompts and deltas that can be rebuilt', async () => {
    const agents = sessionExecutor(kind);
    const { say, store, conversation } = start(agents, teamOf(['max'], { task: 'A task.' }));
    for (let turn = 1; turn <= 4; turn++) await say();
    await conversation.close();
    const records = await recordsOf(store);
    for (const { turn, prompt } of agents.lived) {
      const rebuilt = rebuildPrompt(records, turn.id);
      expect(rebuilt.exact).toBe(true);
      expect(`\n${rebuilt.prompt}`).toBe(prompt);
    }
    expect(records.filter((record) => record.type === 'turn-start' && record.since !== undefined)).toHaveLength(3);
  });

  it('whose session is lost runs the same turn again at once, with everything, and no error is published', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory, context, ofType, store, conversation } = start(agents);
    await say();
    await say();
    agents.sessions.clear();
    const { before } = await say();
    expectComplete(context, before);
    expect(memory()).toMatchObject({ mode: 'full', reason: 'session-lost' });
    expect(ofType('turn-end').at(-1)).toMatchObject({ turn: 'turn-3', status: 'completed' });
    expect(ofType('agent-event').filter(({ event }) => event.type === 'error')).toEqual([]);
    await say();
    expect(memory()).toMatchObject({ mode: 'delta' });
    await conversation.close();
    const records = await recordsOf(store);
    expect(rebuildPrompt(records, 'turn-3').exact).toBe(true);
    expect(records.filter((record) => record.type === 'turn-start' && record.turn === 'turn-3')).toHaveLength(2);
  });

  it('does not touch a session that somebody else has continued', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory } = start(agents);
    await say();
    const [[id, text] = ['', '']] = agents.sessions;
    agents.sessions.set(id, `${text} and what the user typed there`);
    await say();
    expect(memory()).toMatchObject({ mode: 'full', reason: 'session-lost' });
    expect(agents.sessions.get(id)).toContain('what the user typed there');
  });

  it('fails only its turn when the session is lost and the message to answer is gone', async () => {
    const agents = sessionExecutor(kind);
    const context = quietContext({ contextWindowSize: Number.POSITIVE_INFINITY, maxMessages: 4 });
    const { say, conversation, ofType, settle } = start(agents, teamOf(['max']), context);
    await say();
    agents.sessions.clear();
    // Alice keeps speaking while the turn runs, until the message to answer is no longer kept.
    const { run } = agents.executor;
    agents.executor.run = async function* (turn, options) {
      agents.executor.run = run;
      for (let more = 0; more < 5; more++) await conversation.send(`More, ${more}.`);
      yield* run(turn, options);
    };
    await conversation.send('Are you there?', { to: ['max'] });
    await settle();
    expect(ofType('ended')).toEqual([]);
    expect(ofType('turn-end').at(-1)).toMatchObject({ status: 'failed', error: { code: 'CTX_UNKNOWN_MESSAGE' } });
    expect((await say()).before).toContain('Fact');
  });

  it('does not try a lost session again when the second attempt fails too', async () => {
    const agents = sessionExecutor(kind);
    const { say, memory, context } = start(agents);
    await say();
    agents.sessions.clear();
    agents.onTurn(() => ({ status: 'failed', error: { code: 'CTX_AGENT_FAILED', message: 'No.' } }));
    await say();
    agents.onTurn(() => 'Fine.');
    expectComplete(context, (await say()).before);
    expect(memory()).toMatchObject({ mode: 'full', reason: 'session-lost' });
  });
});

it('a context with a window shows no more messages than the window in any turn', async () => {
  const agents = sessionExecutor({ forks: true });
  const { say, memory } = start(agents, teamOf(['max']), quietContext({ contextWindowSize: 2 }));
  for (let turn = 1; turn <= 3; turn++) await say();
  expect((await say()).before).not.toContain('Fact 1 of Alice.');
  expect(memory()).toMatchObject({ mode: 'full', reason: 'window-size' });
});

it('a durable executor gets everything in every turn, because any machine may run the turn', async () => {
  const agents = sessionExecutor({ forks: true });
  const { say, memory } = start({ ...agents, executor: { ...agents.executor, durable: true } });
  await say();
  const { turn } = await say();
  expect(turn.session).toBe('discard');
  expect(memory()).toMatchObject({ mode: 'full', reason: 'no-memory' });
});
