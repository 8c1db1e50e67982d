import type { SessionRecord } from '@ctx/contract';
import { createFileCatalog } from '@ctx/team';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdConversation } from '../__fixtures__/held-conversation.ts';
import type { PromptAnswer } from '../protocol/answers.ts';
import { feedRecord } from './feed-record.ts';
import { promptSections } from './prompt-sections.ts';
import { turnDetails, wholePrompt } from './turn-details.ts';

const CHANGES = {
  files: [{ path: 'a', status: 'added', added: 1, removed: 0 }],
  patch: 'diff --git a/a b/a\n',
} as const;

let records: SessionRecord[];
beforeAll(async () => {
  const held = await holdConversation({
    sarah: () => ({ text: 'Grüße, Alice. [NEXT: Max]', changes: CHANGES }),
    max: () => 'And from me.',
  });
  await held.say('First', 'sarah');
  await held.say('Second', 'sarah');
  await held.conversation.close();
  const store = await createFileCatalog({ directory: held.directory }).open('s1');
  records = [];
  for await (const { record } of store.read()) records.push(record);
  await store.close();
});

const promptOf = (turn: string, of = records) => turnDetails(of, turn, {})?.prompt as PromptAnswer;

describe('the prompt of a turn', () => {
  it('is exactly what was sent, and its sections make up the whole prompt', () => {
    const { exact, why, sections, receipt } = promptOf('turn-3');
    expect([exact, why]).toEqual([true, undefined]);
    expect(sections.map(({ name }) => name)).toEqual(receipt.sections.map(({ name }) => name));
    expect(sections.map(({ text }) => text).join('\n\n')).toBe(wholePrompt(records, 'turn-3', {}));
    expect(sections.find(({ name }) => name === 'message')!.text).toContain('Second');
    for (const { text, bytes } of sections) expect(Buffer.byteLength(text)).toBe(bytes);
  });

  it('is compared with the previous prompt of the same member', () => {
    expect(promptOf('turn-1').difference).toBeUndefined();
    const { difference } = promptOf('turn-3');
    expect(difference).toMatchObject({ turn: 'turn-1' });
    const added = difference!.lines.filter(({ kind }) => kind === 'added').map(({ text }) => text);
    expect(added.join('\n')).toMatch(/And from me\.[\s\S]*Second/);
  });

  it('is approximate, with a reason, if its hash differs from the recorded one', () => {
    const other = records.map((record) =>
      record.type === 'turn-start' ? { ...record, promptHash: '0'.repeat(64) } : record,
    );
    expect(promptOf('turn-1', other)).toMatchObject({ exact: false, why: expect.stringContaining('hash') });
  });

  it('cannot be rebuilt from a log without prompt settings, and the answer says why', () => {
    const old = records.filter(({ type }) => type !== 'prompt-settings');
    expect(turnDetails(old, 'turn-1', {})?.prompt).toEqual({
      why: expect.stringContaining('has no prompt settings'),
    });
    expect(wholePrompt(old, 'turn-1', {})).toContain('cannot be rebuilt');
  });
});

describe('the details of a turn', () => {
  it('have the changes and the prompt settings, without the instruction texts', () => {
    const { changes, settings } = turnDetails(records, 'turn-1', {})!;
    expect(changes).toEqual(CHANGES);
    expect(settings).toMatchObject({ member: 'sarah', agentType: 'command', permissions: 'unrestricted' });
    expect(settings).not.toHaveProperty('systemInstruction');
    expect(turnDetails(records, 'turn-9', {})).toBeUndefined();
  });

  it('are not in the feed, except for the list of changed files', () => {
    const fed = records.map(feedRecord);
    expect(JSON.stringify(fed)).not.toContain('diff --git');
    expect(fed.find(({ type }) => type === 'turn-end')).toMatchObject({ changes: { files: CHANGES.files } });
  });
});

describe('a prompt whose section sizes do not add up', () => {
  it('is shown as one section', () => {
    const receipt = { maxBytes: 100, usedBytes: 5, remainingBytes: 95, sections: [{ name: 'a', bytes: 3 }] };
    expect(promptSections({ prompt: 'Hello', receipt })).toEqual([{ name: 'prompt', bytes: 5, text: 'Hello' }]);
  });
});
