import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentTurn, ContextManagerOptions, SessionStore, TokenCounter } from '@ctx/contract';
import { ContextManager } from '@ctx/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import type { AgentMember, Team } from '../../team-file/team.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import { resumeConversation } from '../resume-conversation.ts';
import { createTeamContext } from '../team-context.ts';
import { promptHash } from './prompt-hash.ts';
import { rebuildPrompt } from './rebuild-prompt.ts';

const words: TokenCounter = { id: 'words', exact: true, count: (text) => text.split(/\s+/).length };
const silent = () => {};
const logger = { debug: silent, info: silent, warn: silent, error: silent };

function withFields(team: Team, id: string, fields: Partial<AgentMember>): Team {
  const members = team.members.map((member) =>
    member.id === id && member.type === 'ai' ? { ...member, ...fields } : member,
  );
  return { ...team, members };
}

/** Checks that the rebuilt prompt of every turn is what the executor got. */
async function expectAllExact(store: SessionStore, turns: readonly AgentTurn[]): Promise<void> {
  const records = await recordsOf(store);
  expect(turns.length).toBeGreaterThan(0);
  for (const { id, prompt, systemFlag } of turns) {
    const rebuilt = rebuildPrompt(records, id, { tokenCounters: [words] });
    expect(rebuilt).toMatchObject({ exact: true, prompt });
    expect(rebuilt.systemFlag).toBe(systemFlag);
  }
}

describe('the prompt of a past turn', () => {
  it('is rebuilt exactly, although task, instruction file and team have changed since', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ctx-rebuild-'));
    const instructionFile = join(folder, 'AGENTS.md');
    await writeFile(instructionFile, 'First rules.');
    let team = withFields(teamOf(['a', 'b', 'c'], { task: 'Old task' }), 'a', { instructionFile, windowSize: 2 });
    team = withFields(team, 'b', { maxBytes: 300, systemInstruction: 'Be brief.' });
    team = withFields(team, 'c', { agentType: 'openai-api', systemInstruction: 'You are C.' });
    const store = createMemoryStore();
    const { executor, turns } = scriptedExecutor({
      a: () => `${'Long words. '.repeat(20)}[NEXT: b]`,
      b: () => 'B says [NEXT: c]',
      c: () => 'C. ```\n[NEXT: a]\n```',
    });
    const context = createTeamContext({ team, logger });
    const { conversation, settle } = startConversation(team, executor, {
      store: { ...store, close: async () => {} },
      context,
    });
    await conversation.send('One. [NEXT: a]');
    await settle();
    await writeFile(instructionFile, 'Second rules.');
    await conversation.setTask('New task');
    await conversation.send('Two. [NEXT: a, b, c]');
    await settle();
    await conversation.close();

    const other = withFields(team, 'a', { windowSize: 1, systemInstruction: 'New.' });
    const again = await resumeConversation({
      team: other,
      context: createTeamContext({ team: other, logger }),
      executor,
      store,
    });
    await again.send('Three. [NEXT: a]');
    await again.idle();
    await expectAllExact(store, turns);
    expect(turns.at(0)?.prompt).toContain('First rules.');
    expect(turns.filter(({ member }) => member === 'c')[0]?.systemFlag).toBe('You are C.');
    const settings = (await recordsOf(store)).filter((record) => record.type === 'prompt-settings');
    expect(settings.map(({ member }) => member)).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  it('is rebuilt without guards and briefing if it was sent without them, although the team has both now', async () => {
    const old = teamOf(['a'], { guarded: false });
    const store = createMemoryStore();
    const { executor, turns } = scriptedExecutor({ a: () => 'Done.\nalice: yes' });
    const first = startConversation(old, executor, {
      store: { ...store, close: async () => {} },
      context: createTeamContext({ team: old, logger }),
    });
    await first.conversation.send('One.\nTwo. [NEXT: a]');
    await first.settle();
    await first.conversation.close();

    const team: Team = { ...old, guarded: true, briefing: true };
    const again = await resumeConversation({ team, context: createTeamContext({ team, logger }), executor, store });
    await again.send('Three. [NEXT: a]');
    await again.idle();
    expect(turns.map(({ prompt }) => prompt)).toEqual([
      'One.\nTwo.',
      expect.stringMatching(/^You are a, .*\n\nalice: One\.\n {2}Two\.\na: Done\.\n {2}alice: yes\n\nalice: Three\.$/s),
    ]);
    await expectAllExact(store, turns);
  });

  it('is rebuilt exactly for parallel turns and after a snapshot', async () => {
    const team = teamOf(['a', 'b', 'c'], { parallel: true });
    const { executor, turns } = scriptedExecutor({ a: () => 'A. [NEXT: b, c]', b: () => 'B.', c: () => 'C.' });
    const first = startConversation(team, executor);
    await first.conversation.send('[NEXT: a, b, c]');
    await first.settle();
    await expectAllExact(first.store, turns);
    const snapshot = first.conversation.snapshot();
    const before = turns.length;
    const second = startConversation(team, executor, { snapshot, context: quietContext() });
    await second.conversation.send('More. [NEXT: a]');
    await second.settle();
    await expectAllExact(second.store, turns.slice(before));
  });

  it('is rebuilt exactly when a human spoke and set the task while it was being built', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ctx-rebuild-'));
    const instructionFile = join(folder, 'rules.md');
    await writeFile(instructionFile, 'Rules.');
    const team = withFields(teamOf(['a']), 'a', { instructionFile });
    const { executor, turns } = scriptedExecutor({ a: () => 'A.' });
    const { conversation, settle, store } = startConversation(team, executor);
    for (let round = 0; round < 10; round++) {
      await conversation.send(`${round}. [NEXT: a]`);
      // The instruction file is being read now.
      await Promise.all([conversation.setTask(`Task ${round}`), conversation.send('Meanwhile.')]);
      await settle();
    }
    await expectAllExact(store, turns);
  });

  it('is rebuilt exactly with any window, budget, guard, counter and number of kept messages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          contextWindowSize: fc.constantFrom(0, 1, 3, Number.POSITIVE_INFINITY),
          maxBytes: fc.integer({ min: 200, max: 2000 }),
          maxTokens: fc.option(fc.integer({ min: 30, max: 300 }), { nil: undefined }),
          guarded: fc.boolean(),
          stripping: fc.constantFrom('lenient' as const, 'strict' as const),
          maxMessages: fc.constantFrom(0, 2, 4),
        }),
        fc.array(fc.constantFrom('[NEXT: a]', 'x  [NEXT: b, a]', 'é漢🙂 [NEXT: b]'), { minLength: 1, maxLength: 4 }),
        async (options, said) => {
          const context = new ContextManager({
            ...options,
            tokenCounter: words,
            logger,
          } satisfies ContextManagerOptions);
          const { executor, turns } = scriptedExecutor({ a: () => 'A  [NEXT: b]', b: () => `${'B '.repeat(40)}\n- x` });
          const { conversation, settle, store } = startConversation(teamOf(['a', 'b'], { maxTurns: 3 }), executor, {
            context,
          });
          for (const text of said) {
            await conversation.send(text);
            await settle();
          }
          if (turns.length > 0) await expectAllExact(store, turns);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is not called exact when the format has changed or the log has no hash', async () => {
    const { executor } = scriptedExecutor({ a: () => 'A.' });
    const { conversation, settle, store } = startConversation(teamOf(['a']), executor);
    await conversation.send('[NEXT: a] Hello.');
    await settle();
    const records = await recordsOf(store);
    const changed = records.map((record) =>
      record.type === 'message' ? { ...record, message: { ...record.message, content: 'Other.' } } : record,
    );
    expect(rebuildPrompt(changed, 'turn-1')).toMatchObject({ exact: false, why: expect.stringContaining('hash') });
    const bare = records.map((record) =>
      record.type === 'turn-start' ? { ...record, promptHash: undefined } : record,
    );
    expect(rebuildPrompt(bare, 'turn-1')).toMatchObject({ exact: false, why: 'the log has no hash of what was sent' });
    const without = records.filter(({ type }) => type !== 'prompt-settings');
    expect(() => rebuildPrompt(without, 'turn-1')).toThrow(/has no prompt settings/);
    expect(() => rebuildPrompt(records, 'turn-7')).toThrow(/has no turn-7/);
  });
});

describe('the hash of a prompt', () => {
  it('is the same for a string and its chunks, and differs when text moves from the system flag to the prompt', () => {
    const chunks = ['a é', '漢🙂'].map((text) => new TextEncoder().encode(text));
    expect(promptHash({ prompt: chunks, systemFlag: 's' })).toBe(promptHash({ prompt: 'a é漢🙂', systemFlag: 's' }));
    expect(promptHash({ prompt: 'b', systemFlag: 'a' })).not.toBe(promptHash({ prompt: 'ab' }));
    expect(promptHash({ prompt: '' })).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
  });
});
