import type { AgentEvent, TurnResult } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { startConversation, teamOf } from '../../__fixtures__/team-of.ts';

const CHANGES = {
  before: 'a',
  after: 'b',
  files: [{ path: 'a.ts', status: 'modified', added: 3, removed: 1 }],
} as const;

async function work(result: TurnResult) {
  async function* sarah(): AsyncGenerator<AgentEvent> {
    yield { type: 'tool-call', id: '1', name: 'Bash', input: { command: 'npm test' } };
    yield { type: 'tool-result', id: '1', output: 'ok', isError: false };
    yield { type: 'turn-end', result };
  }
  const { executor, turns } = scriptedExecutor({ sarah, max: ['I see.'] });
  const talked = startConversation(teamOf(['sarah', 'max']), executor);
  await talked.conversation.send('[NEXT: sarah, max]');
  await talked.settle();
  return { ...talked, turns };
}

describe('what a member did', () => {
  it('is in the turn-end event and record, as trail and changes', async () => {
    const { ofType, store } = await work({ status: 'completed', text: 'Done.', changes: CHANGES });
    const expected = { trail: [{ tool: 'Bash', line: 'npm test', ended: 'ok' }], changes: CHANGES };
    expect(ofType('turn-end')[0]).toMatchObject(expected);
    const records = [];
    for await (const { record } of store.read()) if (record.type === 'turn-end') records.push(record);
    expect(records[0]).toMatchObject(expected);
    expect(records[1]).not.toHaveProperty('trail');
  });

  it('is shown to the next agent in one line after the answer', async () => {
    const { turns } = await work({ status: 'completed', text: 'Done.', changes: CHANGES });
    expect(turns[1]?.prompt).toContain('ctx: sarah changed a.ts +3 −1; ran npm test');
  });

  it('is also reported for a failed turn, with or without a partial answer', async () => {
    const error = { code: 'CTX_AGENT_FAILED', message: 'boom' } as const;
    const silent = await work({ status: 'failed', text: '', error, changes: CHANGES });
    expect(silent.ofType('turn-end')[0]).toMatchObject({ status: 'failed', changes: CHANGES });
    expect(silent.turns[1]?.prompt).toContain('ctx: sarah changed a.ts');
    const partial = await work({ status: 'failed', text: 'Half', error, changes: CHANGES });
    expect(partial.turns[1]?.prompt).toMatch(/sarah: Half\nctx: sarah changed a\.ts/);
  });
});
