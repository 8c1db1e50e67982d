import type { MessageFilter } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const speaker = (roleId: string, roleName: string) => ({ roleId, roleName, type: 'ai' }) as const;

function conversation(): ContextManager {
  const context = new ContextManager();
  context.addMessage({ content: 'Why is the BUILD red?', speaker: speaker('kim', 'Kim'), timestamp: 1_000 });
  context.addMessage({
    content: 'The build (main) is red. [NEXT: kim]',
    speaker: speaker('max', 'Kim'),
    timestamp: new Date(2_000),
  });
  context.addMessage({ content: 'Straße, ΟΔΟΣ', speaker: speaker('gem', 'Gem'), timestamp: '1970-01-01T00:00:03Z' });
  context.addMessage({ content: 'No time, no build.', speaker: speaker('gem', 'Gem') });
  context.addMessage({ content: 'Soon.', speaker: speaker('gem', 'Gem'), timestamp: 'soon' });
  return context;
}

const found = (filter?: MessageFilter) =>
  conversation()
    .findMessages(filter)
    .map(({ id }) => id);

describe('getMessage', () => {
  it('returns the stored message with an id, and undefined for any other id', () => {
    const context = conversation();
    expect(context.getMessage('msg-2')).toBe(context.getMessages()[1]);
    for (const id of ['msg-9', '', 'constructor']) expect(context.getMessage(id)).toBeUndefined();
  });

  it('does not know a message that is no longer stored', () => {
    const context = new ContextManager({ maxMessages: 2 });
    for (const content of ['a', 'b', 'c', 'd', 'e']) context.addMessage({ content, speaker: speaker('kim', 'Kim') });
    expect(['msg-1', 'msg-3', 'msg-4', 'msg-5'].map((id) => context.getMessage(id)?.content)).toEqual([
      undefined,
      undefined,
      'd',
      'e',
    ]);
    expect(context.findMessages().map(({ content }) => content)).toEqual(['d', 'e']);
  });
});

describe('findMessages', () => {
  it.each<[string, MessageFilter | undefined, string[]]>([
    ['all without a filter', undefined, ['msg-1', 'msg-2', 'msg-3', 'msg-4', 'msg-5']],
    ['all with an empty filter', { from: undefined, text: undefined }, ['msg-1', 'msg-2', 'msg-3', 'msg-4', 'msg-5']],
    ['those of a member, by its id', { from: 'max' }, ['msg-2']],
    ['those of a member, by its name', { from: 'Kim' }, ['msg-1', 'msg-2']],
    ['those since a time, that time included', { since: 2_000 }, ['msg-2', 'msg-3']],
    ['those until a time, that time included', { until: new Date(2_000) }, ['msg-1', 'msg-2']],
    ['those between two times', { since: '1970-01-01T00:00:02Z', until: 2_500 }, ['msg-2']],
    ['those with a text, in any case', { text: 'build' }, ['msg-1', 'msg-2', 'msg-4']],
    ['a text with characters that are special in patterns', { text: '(MAIN) is red.' }, ['msg-2']],
    ['markers, since the original text is searched', { text: '[next: kim]' }, ['msg-2']],
    ['letters of other scripts in any case', { text: 'οδοσ' }, ['msg-3']],
    ['those that match everything given', { from: 'Kim', text: 'red', since: 1_500 }, ['msg-2']],
    ['none', { text: 'green' }, []],
  ])('returns %s, oldest first', (_what, filter, expected) => {
    expect(found(filter)).toEqual(expected);
  });

  it('refuses an unknown field and a time that is none', () => {
    expect(() => found({ form: 'kim' } as MessageFilter)).toThrow(new TypeError('Unknown option "form"'));
    expect(() => found({ since: 'yesterday' })).toThrow(new RangeError('since must be a time, got yesterday'));
    expect(() => found({ until: Number.NaN })).toThrow(new RangeError('until must be a time, got NaN'));
  });
});
