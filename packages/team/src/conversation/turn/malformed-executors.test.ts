import type { TurnExecutor } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { completed } from '../../__fixtures__/scripted-executor.ts';
import { startConversation, teamOf } from '../../__fixtures__/team-of.ts';

const end = (result: unknown) => ({ type: 'turn-end', result });
const fine = { status: 'completed', text: 'Fine.' };

async function* rejecting(reason: unknown) {
  yield { type: 'text', text: 'Half' };
  throw reason;
}

/** The events that an executor sends for the turn of `bad`, or the value that its `run` returns; and the error. */
const SHAPES: Readonly<Record<string, readonly [unknown, RegExp]>> = {
  'null as an event': [[null], /not an event/],
  'a string as an event': [['text'], /not an event/],
  'an event without a type': [[{ text: 'x' }], /not an event/],
  'an event of an unknown type': [[{ type: 'shout', text: 'x' }], /unknown type "shout"/],
  'an event type that every object has': [[{ type: 'constructor' }], /unknown type "constructor"/],
  'text that is not a string': [[{ type: 'text', text: 7 }], /text event with a wrong "text"/],
  'a tool result without output': [[{ type: 'tool-result', id: '1', isError: false }], /wrong "output"/],
  'usage of wrong types': [[{ type: 'usage', usage: { inputTokens: '12' } }], /wrong "usage.inputTokens"/],
  'a turn-end without a result': [[{ type: 'turn-end' }], /turn-end event with a wrong "result"/],
  'null as the result': [[end(null)], /wrong "result"/],
  'a result without a status': [[end({ text: 'x' })], /wrong "result.status"/],
  'an unknown status': [[end({ status: 'done', text: 'x' })], /wrong "result.status"/],
  'a result without text': [[end({ status: 'completed' })], /wrong "result.text"/],
  'a BigInt as cost': [[end({ ...fine, costUsd: 1n })], /wrong "result.costUsd"/],
  'an error that is a string': [[end({ status: 'failed', text: '', error: 'no' })], /wrong "result.error"/],
  'changes without files': [[end({ ...fine, changes: {} })], /wrong "result.changes.files"/],
  'two turn-ends': [[end(fine), end(fine)], /another event after its turn-end/],
  'an event after the turn-end': [[end(fine), { type: 'text', text: 'x' }], /another event after its turn-end/],
  'no turn-end': [[{ type: 'text', text: 'x' }], /stopped without saying how the turn ended/],
  'nothing that can be iterated': [undefined, /no stream of events/],
  'a thrown string': [rejecting('quota'), /The executor failed: quota/],
  'a rejection with undefined': [rejecting(undefined), /failed without saying why/],
  'a rejection with an object without a prototype': [rejecting(Object.create(null)), /failed without saying why/],
};

describe('an executor that sends', () => {
  it.each(Object.entries(SHAPES))(
    '%s fails that turn, and the conversation continues',
    async (_what, [shape, fault]) => {
      const executor: TurnExecutor = {
        run({ member }) {
          if (member === 'good') return completed('Good.');
          return (Array.isArray(shape) ? giving(shape) : shape) as ReturnType<TurnExecutor['run']>;
        },
      };
      const { conversation, settle, ofType } = startConversation(teamOf(['bad', 'good']), executor);
      await conversation.send('[NEXT: bad, good]');
      await settle();
      const [bad, good] = ofType('turn-end');
      expect(bad).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_FAILED' } });
      expect(bad?.error?.message).toMatch(fault);
      expect(good).toMatchObject({ status: 'completed' });
      expect(ofType('ended')).toEqual([]);
    },
  );

  it('text before a malformed event has the text kept, marked as incomplete', async () => {
    const executor: TurnExecutor = { run: () => giving([{ type: 'text', text: 'Half' }, null]) as never };
    const { conversation, settle } = startConversation(teamOf(['bad']), executor);
    await conversation.send('[NEXT: bad]');
    await settle();
    expect(conversation.messages()[1]).toMatchObject({ content: 'Half', metadata: { partial: true } });
  });

  it('an error with unknown fields has those fields left out of the log', async () => {
    const cyclic: Record<string, unknown> = { code: 'CTX_AGENT_FAILED', message: 'No.' };
    cyclic['self'] = cyclic;
    const executor: TurnExecutor = { run: () => giving([end({ status: 'failed', text: '', error: cyclic })]) as never };
    const { conversation, settle, ofType } = startConversation(teamOf(['bad']), executor);
    await conversation.send('[NEXT: bad]');
    await settle();
    expect(ofType('turn-end')[0]?.error).toEqual({ code: 'CTX_AGENT_FAILED', message: 'No.' });
  });

  it('its turn-end but does not end its stream is waited for no longer than cancelGraceMs', async () => {
    const executor: TurnExecutor = {
      async *run() {
        yield* completed('Done.');
        await new Promise(() => {});
      },
    };
    const { conversation, settle, ofType } = startConversation(teamOf(['slow']), executor, { cancelGraceMs: 20 });
    await conversation.send('[NEXT: slow]');
    await settle();
    expect(ofType('turn-end')).toMatchObject([{ status: 'completed' }]);
  });
});

async function* giving(events: readonly unknown[]) {
  yield* events;
}
