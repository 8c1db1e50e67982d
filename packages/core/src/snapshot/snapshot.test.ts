import { type ContextSnapshot, CtxError } from '@ctx/contract';
import { describe, expect, it, vi } from 'vitest';
import { ContextManager } from '../context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human', roleTitle: 'Owner' } as const;

function sample(): ContextManager {
  const context = new ContextManager();
  context.setTeamTask('T');
  context.addMessage({
    content: 'one [NEXT: max] 漢🙂',
    speaker: kai,
    timestamp: new Date('2026-01-02T03:04:05.678Z'),
    routing: { resolvedAddressees: ['Max'] },
    metadata: { nested: [{ deep: null, skipped: undefined }], when: new Date(0) },
  });
  context.addMessage({ id: 'own', content: '', speaker: kai, timestamp: 5 });
  return context;
}

describe('exportSnapshot', () => {
  it('survives JSON and comes back the same', () => {
    const snapshot = sample().exportSnapshot();
    const revived = JSON.parse(JSON.stringify(snapshot)) as ContextSnapshot;
    expect(revived).toEqual(snapshot);
    expect(snapshot.version).toBe(1);
    expect(snapshot.messages[0]?.timestamp).toBe('2026-01-02T03:04:05.678Z');
    const restored = new ContextManager();
    restored.importSnapshot(revived);
    expect(restored.exportSnapshot()).toEqual({ ...snapshot, timestamp: expect.any(Number) });
    expect(restored.getTeamTask()).toBe('T');
    expect(Object.isFrozen(restored.getLatestMessage())).toBe(true);
  });

  const circular: Record<string, unknown> = {};
  circular['left'] = circular;
  circular['right'] = circular;

  it.each([
    ['a function', () => {}],
    ['a bigint', 1n],
    ['NaN', Number.NaN],
    ['a symbol', Symbol('x')],
    ['a Map', new Map()],
    ['an object that contains itself', circular],
    ['a hole in a list', [undefined]],
    ['an invalid date', new Date('no')],
  ])('refuses %s, and names the property', (_name, value) => {
    const context = sample();
    context.addMessage({ content: 'x', speaker: kai, metadata: { bad: value } });
    expect(() => context.exportSnapshot()).toThrow(
      expect.objectContaining({
        code: 'CTX_NOT_SERIALIZABLE',
        message: expect.stringContaining('"msg-2".metadata.bad'),
      }),
    );
  });
});

describe('importSnapshot', () => {
  it('takes everything that can be exported, however deep', () => {
    const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);
    const exported: number[] = [];
    for (let levels = 190; levels < 205; levels++) {
      const context = new ContextManager();
      context.addMessage({ content: 'x', speaker: kai, metadata: { nested: nested(levels) } });
      try {
        new ContextManager().importSnapshot(context.exportSnapshot());
        exported.push(levels);
      } catch (error) {
        expect(error).toMatchObject({ code: 'CTX_NOT_SERIALIZABLE' });
      }
    }
    expect(exported).toEqual([190, 191, 192, 193, 194, 195, 196]);
  });

  it('replaces everything, continues the ids and calls the hook', () => {
    const onTeamTaskChanged = vi.fn();
    const context = new ContextManager({ onTeamTaskChanged });
    context.addMessage({ content: 'gone', speaker: kai });
    const snapshot = sample().exportSnapshot();
    context.importSnapshot({
      ...snapshot,
      messages: [...snapshot.messages, { ...snapshot.messages[1]!, id: 'msg-41' }],
    });
    expect(context.getMessages().map(({ id }) => id)).toEqual(['msg-1', 'own', 'msg-41']);
    expect(context.addMessage({ content: 'new', speaker: kai }).id).toBe('msg-42');
    expect(onTeamTaskChanged).toHaveBeenLastCalledWith('T');
  });

  it('ignores ids beyond the largest safe integer when it continues ids', () => {
    const context = new ContextManager();
    const [message] = sample().exportSnapshot().messages;
    const ids = [`msg-${Number.MAX_SAFE_INTEGER}`, 'msg-99999999999999999999999', 'msg-3'];
    context.importSnapshot({
      messages: ids.map((id) => ({ ...message!, id })),
      teamTask: null,
      timestamp: 0,
      version: 1,
    });
    expect(context.addMessage({ content: 'x', speaker: kai }).id).toBe('msg-4');
  });

  it('finds free ids if a snapshot has the highest possible id', () => {
    const context = new ContextManager();
    const [message] = sample().exportSnapshot().messages;
    const last = { ...message!, id: `msg-${Number.MAX_SAFE_INTEGER - 1}` };
    context.importSnapshot({ messages: [last], teamTask: null, timestamp: 0, version: 1 });
    const added = Array.from({ length: 5 }, () => context.addMessage({ content: 'x', speaker: kai }).id);
    expect(added[0]).toBe(`msg-${Number.MAX_SAFE_INTEGER}`);
    expect(added.slice(-2)).toEqual(['msg-2', 'msg-3']);
  });

  it('keeps only the newest messages of a snapshot with maxMessages', () => {
    const context = new ContextManager({ maxMessages: 1 });
    context.importSnapshot(sample().exportSnapshot());
    expect(context.getMessages().map(({ id }) => id)).toEqual(['own']);
  });

  const good = () => JSON.parse(JSON.stringify(sample().exportSnapshot()));
  const changed = (change: (snapshot: ReturnType<typeof good>) => void) => () => {
    const snapshot = good();
    change(snapshot);
    return snapshot;
  };
  it.each<[string, () => unknown]>([
    ['null', () => null],
    ['a string', () => 'x'],
    ['a list', () => []],
    ['no version', changed((s) => delete s.version)],
    ['version 2', changed((s) => (s.version = 2))],
    ['version "1"', changed((s) => (s.version = '1'))],
    ['no timestamp', changed((s) => delete s.timestamp)],
    ['timestamp NaN', changed((s) => (s.timestamp = Number.NaN))],
    ['a task that is missing', changed((s) => delete s.teamTask)],
    ['a task that is a number', changed((s) => (s.teamTask = 5))],
    ['no messages', changed((s) => delete s.messages)],
    ['messages as an object', changed((s) => (s.messages = { 0: s.messages[0], length: 1 }))],
    ['a hole in the messages', changed((s) => (s.messages.length = 5))],
    ['a message null', changed((s) => (s.messages[0] = null))],
    ['a message as a list', changed((s) => (s.messages[0] = []))],
    ['no id', changed((s) => delete s.messages[0].id)],
    ['an empty id', changed((s) => (s.messages[0].id = ''))],
    ['an id that is a number', changed((s) => (s.messages[0].id = 1))],
    ['the same id twice', changed((s) => (s.messages[1].id = s.messages[0].id))],
    ['content missing', changed((s) => delete s.messages[0].content)],
    ['content as a list', changed((s) => (s.messages[0].content = ['x']))],
    ['no speaker', changed((s) => delete s.messages[0].speaker)],
    ['speaker null', changed((s) => (s.messages[0].speaker = null))],
    ['speaker a string', changed((s) => (s.messages[0].speaker = 'kai'))],
    ['no roleId', changed((s) => delete s.messages[0].speaker.roleId)],
    ['no roleName', changed((s) => delete s.messages[0].speaker.roleName)],
    ['no speaker type', changed((s) => delete s.messages[0].speaker.type)],
    ['a strange speaker type', changed((s) => (s.messages[0].speaker.type = 'robot'))],
    ['a title that is a number', changed((s) => (s.messages[0].speaker.roleTitle = 1))],
    ['a message timestamp that is an object', changed((s) => (s.messages[0].timestamp = {}))],
    ['routing null', changed((s) => (s.messages[0].routing = null))],
    ['addressees as a string', changed((s) => (s.messages[0].routing.resolvedAddressees = 'Max'))],
    ['an addressee that is a number', changed((s) => (s.messages[0].routing.resolvedAddressees = [1]))],
    ['metadata as a list', changed((s) => (s.messages[0].metadata = []))],
    ['metadata with a function', changed((s) => (s.messages[0].metadata = { f() {} }))],
    [
      'a getter that throws',
      () =>
        Object.defineProperty(good(), 'messages', {
          enumerable: true,
          get: () => {
            throw 1;
          },
        }),
    ],
  ])('refuses %s and leaves the conversation unchanged', (_name, makeSnapshot) => {
    const onTeamTaskChanged = vi.fn();
    const context = new ContextManager({ onTeamTaskChanged });
    context.addMessage({ content: 'before', speaker: kai });
    let caught: unknown;
    try {
      context.importSnapshot(makeSnapshot() as never);
    } catch (error) {
      caught = error;
    }
    expect(CtxError.isInstance(caught)).toBe(true);
    expect(caught).toMatchObject({ code: 'CTX_INVALID_SNAPSHOT', message: 'Invalid snapshot format' });
    expect((caught as Error).cause).toBeDefined();
    expect(context.getMessages().map(({ content }) => content)).toEqual(['before']);
    expect(context.addMessage({ content: 'after', speaker: kai }).id).toBe('msg-2');
    expect(onTeamTaskChanged).not.toHaveBeenCalled();
  });

  it('does not set a prototype from a key named __proto__', () => {
    const snapshot = JSON.parse(
      JSON.stringify(good()).replace('"nested"', '"__proto__":{"polluted":true},"nested"'),
    ) as ContextSnapshot;
    const context = new ContextManager();
    context.importSnapshot(snapshot);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(context.getMessages()[0]?.metadata)).toBe(Object.prototype);
  });
});
