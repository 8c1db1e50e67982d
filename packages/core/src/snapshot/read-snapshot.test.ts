import { expect, it } from 'vitest';
import { ContextManager } from '../context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const message = { id: 'msg-1', content: 'a', speaker: kai };
const good = { messages: [message], teamTask: null, timestamp: 0, version: 1 };

function causeOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return (error as Error).cause;
  }
}

it.each([
  [{ version: 2 }, 'snapshot.version must be 1'],
  [{ timestamp: '0' }, 'snapshot.timestamp must be a number'],
  [{ teamTask: 5 }, 'snapshot.teamTask must be a string or null'],
  [{ messages: {} }, 'snapshot.messages must be a list'],
  [{ messages: [{ ...message, id: undefined }] }, 'snapshot.messages need id, speaker.roleName and speaker.type'],
])('the cause of a refused import says what is wrong with %j', (change, rule) => {
  const snapshot = { ...good, ...change } as never;
  expect(causeOf(() => new ContextManager().importSnapshot(snapshot))).toEqual(new TypeError(rule));
});

it('the cause of a refused export names the value', () => {
  const context = new ContextManager();
  context.addMessage({ content: 'a', speaker: kai, metadata: { size: 1n } });
  expect(causeOf(() => context.exportSnapshot())).toEqual(
    new TypeError('message "msg-1".metadata.size cannot be represented in JSON'),
  );
});

it('a snapshot with the same id twice is refused, also with maxMessages', () => {
  const snapshot = { ...good, messages: [message, { ...message, id: 'msg-2' }, message] } as never;
  expect(causeOf(() => new ContextManager({ maxMessages: 1 }).importSnapshot(snapshot))).toEqual(
    new TypeError('snapshot.messages need different ids'),
  );
});
