import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { createFileStore } from '@ctx/team';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { printHistory } from '../render/print-history.ts';
import { findSession } from './find-session.ts';
import { findTurn, readHistory } from './session-history.ts';

const call = { id: 'call-1', member: 'max', replyTo: 'msg-1', intent: 'P2', byHuman: true } as const;
const message = (id: string, roleId: string, content: string, type: 'human' | 'ai' = 'ai'): SessionRecord => ({
  type: 'message',
  message: { id, content, speaker: { roleId, roleName: roleId.toUpperCase(), type } },
  at: 2,
});

const RECORDS: readonly SessionRecord[] = [
  { type: 'session-start', version: 1, sessionId: 's', team: 'crew', at: 1_700_000_000_000 },
  { type: 'task', task: 'Ship it', at: 1 },
  message('msg-1', 'alice', 'Go.', 'human'),
  { type: 'turn-start', turn: 'turn-1', call, upTo: 'msg-1', repliesInRow: 1, at: 3 },
  message('msg-2', 'max', 'Gone. \u001b[2J'),
  { type: 'turn-end', turn: 'turn-1', member: 'max', status: 'completed', durationMs: 1500, messageId: 'msg-2', at: 4 },
  { type: 'turn-start', turn: 'turn-2', call, upTo: 'msg-2', repliesInRow: 1, at: 5 },
];

describe('a session', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ctx-history-'));
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
  });
  afterEach(() => vi.restoreAllMocks());

  async function write(sessionId: string, records = RECORDS): Promise<string> {
    const store = await createFileStore({ sessionId, directory: join(folder, '.ctx', 'sessions') });
    await store.append(records, { expectedSeq: 0, operationId: 'a' });
    await store.close();
    return store.path;
  }

  it('is found by the path of its file', async () => {
    const path = await write('s');
    const history = await readHistory(await findSession(path));
    expect(history.messages.map(({ id }) => id)).toEqual(['msg-1', 'msg-2']);
    expect(history.speakers.map(({ label }) => label)).toEqual(['ALICE', 'MAX']);
  });

  it('lists a turn without an end', async () => {
    const history = await readHistory(await findSession(await write('s')));
    expect(findTurn(history, '1').end?.status).toBe('completed');
    expect(findTurn(history, 'turn-1')).toBe(findTurn(history, '1'));
    expect(findTurn(history, 'last')).toEqual({ start: RECORDS[6] });
    expect(() => findTurn(history, '7')).toThrow('There is no turn "7" in this session. Use 1 to 2, or last.');
    expect(() => findTurn(history, '7', 'ctx diff last last')).toThrow(
      'There is no turn "7" in this session. Turns are 1 to 2; the newest is ctx diff last last.',
    );
    const one = { turns: new Map([['turn-1', findTurn(history, '1')]]) };
    expect(() => findTurn(one, '9')).toThrow('There is no turn "9" in this session. This session has 1 turn.');
  });

  it('is printed with its task, its messages and the outcome of its turns', async () => {
    const terminal = createRecordingTerminal(60);
    printHistory(await readHistory(await findSession(await write('s'))), terminal);
    expect(terminal.lines()).toEqual([
      's  team crew, 2023-11-14 22:13 UTC',
      '',
      'team task: Ship it',
      '',
      '● ALICE',
      '  Go.',
      '',
      '● MAX',
      '  Gone. ␛[2J',
      '  ✓ turn 1 · 1.5 s',
      '',
      '● MAX',
      '  ! turn 2 · cut off',
    ]);
  });

  it('is reported if it does not exist', async () => {
    await expect(findSession(join(folder, 'none.jsonl'))).rejects.toMatchObject({ code: 'CTX_USAGE' });
    const gone = readHistory({ sessionId: 'none', directory: folder });
    await expect(gone).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
  });
});
