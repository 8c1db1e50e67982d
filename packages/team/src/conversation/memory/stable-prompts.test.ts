import type { TurnStartRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import { resumeConversation } from '../resume-conversation.ts';
import { readPromptSettings } from '../turn/prompt-settings.ts';
import { rebuildPrompt } from '../turn/rebuild-prompt.ts';
import { fullPrompt } from './full-prompt.ts';
import { sharedPrefixBytes } from './shared-prefix.ts';

const MAX_BYTES = 4_000;
const smallContext = () => quietContext({ contextWindowSize: Number.POSITIVE_INFINITY, maxBytes: MAX_BYTES });

/** Alice talks to an agent that is sent the whole conversation in every turn, until it is far larger than the budget. */
async function talk(turns: number) {
  const { executor, turns: sent } = scriptedExecutor({ max: ({ id }) => `Answer of ${id}, ${'a'.repeat(40)}.` });
  const store = { ...createMemoryStore(), close: () => Promise.resolve() };
  const { conversation, settle, ofType } = startConversation(teamOf(['max']), executor, {
    store,
    context: smallContext(),
  });
  for (let turn = 1; turn <= turns; turn++) {
    await conversation.send(`Fact ${turn}, ${'f'.repeat(40)}.`, { to: ['max'] });
    await settle();
  }
  const records = await recordsOf(store);
  const starts = records.filter((record): record is TurnStartRecord => record.type === 'turn-start');
  const receipts = ofType('turn-end').map(({ receipt }) => receipt!);
  await conversation.close();
  return { records, starts, receipts, store, executor, prompts: sent.map(({ prompt }) => String(prompt)) };
}

describe('prompts of a conversation that is longer than the budget', () => {
  it('begin with the same text, except when the beginning moves on by at least a tenth of the budget', async () => {
    const { starts, receipts, prompts } = await talk(100);
    const full = starts.findIndex(({ keepFrom }) => keepFrom !== undefined);
    expect(full).toBeGreaterThan(20);
    let steps = 0;
    for (let turn = full; turn < 100; turn++) {
      const { memory, usedBytes, context, tokens } = receipts[turn]!;
      expect([usedBytes <= MAX_BYTES, context!.dropped, tokens]).toEqual([true, 0, undefined]);
      if (starts[turn]!.keepFrom === starts[turn - 1]!.keepFrom) {
        // Everything except the last message to answer, which now is a line of the conversation.
        expect(memory!.sharedPrefixBytes).toBeGreaterThan(prompts[turn - 1]!.length - 100);
      } else {
        steps += 1;
        expect(usedBytes).toBeLessThanOrEqual(MAX_BYTES * 0.9);
        expect(usedBytes).toBeGreaterThan(MAX_BYTES * 0.8);
      }
    }
    expect(steps).toBeGreaterThan(10);
    expect(steps).toBeLessThan(30);
  });

  it('count the messages that are no longer sent, and can be rebuilt', async () => {
    const { records, starts, receipts } = await talk(60);
    const { offered, outside } = receipts.at(-1)!.context!;
    expect(offered + outside!).toBe(118);
    for (const { turn } of starts.slice(-10)) expect(rebuildPrompt(records, turn).exact).toBe(true);
  });

  it('begin with the same message after a resume', async () => {
    const { store, executor } = await talk(40);
    const again = await resumeConversation({ team: teamOf(['max']), executor, store, context: smallContext() });
    await again.send(`Fact 41, ${'f'.repeat(40)}.`, { to: ['max'] });
    await again.idle();
    const records = await recordsOf(store);
    const { starts: uninterrupted } = await talk(41);
    expect(records.findLast((record) => record.type === 'turn-start')).toMatchObject({
      keepFrom: uninterrupted.at(-1)!.keepFrom,
    });
    await again.close();
  });

  it('can answer a message that is older than the first one sent', async () => {
    const context = smallContext();
    const [, member] = teamOf(['max']).members;
    const speaker = { roleId: 'alice', roleName: 'alice', type: 'human' } as const;
    for (let fact = 1; fact <= 100; fact++) {
      context.addMessage({ content: `Fact ${fact}, ${'f'.repeat(90)}.`, speaker });
    }
    if (member?.type !== 'ai') throw new Error('max is an agent');
    const settings = await readPromptSettings({ team: teamOf(['max'], { briefing: false }), context }, member);
    const made = fullPrompt({ context, member, settings }, { replyTo: 'msg-1' }, 'msg-80');
    expect(String(made.prompt.prompt)).toMatch(/Fact 1, f+\.$/);
    expect(made.keepFrom).toBeUndefined();
    expect(fullPrompt({ context, member, settings }, {}, 'msg-80').keepFrom).toBe('msg-80');
  });
});

describe('the shared beginning of two prompts', () => {
  it('is counted in bytes, for strings and for chunks', () => {
    const bytes = (text: string) => [Buffer.from(text)];
    expect(sharedPrefixBytes(undefined, { prompt: 'a' })).toBe(0);
    expect(sharedPrefixBytes({ prompt: 'same' }, { prompt: bytes('same') })).toBe(4);
    expect(sharedPrefixBytes({ prompt: 'äx' }, { prompt: bytes('äy') })).toBe(2);
    expect(sharedPrefixBytes({ prompt: 'ab', systemFlag: 's' }, { prompt: 'ac', systemFlag: 's' })).toBe(2);
    const long = 'x'.repeat(100_003);
    expect(sharedPrefixBytes({ prompt: `${long}a` }, { prompt: `${long}b` })).toBe(100_003);
  });
});
