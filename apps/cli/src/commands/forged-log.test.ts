import { join } from 'node:path';
import type { SessionRecord } from '@ctx/contract';
import { createFileCatalog, createFileStore } from '@ctx/team';
import { expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../__fixtures__/scripted-team.ts';

const ESCAPE = '\u001b[2J';
/** Fields that hold ids, names and counts. */
const FORGED =
  /^(turn|sessionId|team|id|name|roleId|roleName|member|messageId|replyTo|upTo|offered|kept|dropped|known|outside)$/;
const CHANGES = { files: [{ path: 'a', status: 'modified', added: ESCAPE, removed: ESCAPE }], sharedWith: [ESCAPE] };

it('No id, name or count in a forged log can control the terminal', async () => {
  const says = (text: string) => ({ steps: [{ type: 'text', text }] }) as const;
  const team = await createScriptedTeam({ claude: says('Ask Max. [NEXT: max]'), codex: says('It is 42.') });
  await runCtx(team, ['run', 'What is it?']);
  const directory = join(team.folder, '.ctx', 'sessions');
  const catalog = createFileCatalog({ directory });
  const [honest] = await catalog.list();
  const log = await catalog.open(honest!.sessionId);
  const records: SessionRecord[] = [];
  for await (const { record } of log.read()) {
    records.push(record.type === 'turn-end' ? { ...record, changes: CHANGES as never } : record);
  }
  await log.close();
  const forged = JSON.parse(JSON.stringify(records), (key, value) =>
    FORGED.test(key) && typeof value !== 'object' ? `${value}${ESCAPE}` : value,
  );
  const store = await createFileStore({ sessionId: 'forged', directory });
  await store.append(forged, { expectedSeq: 0, operationId: 'forgery' });
  await store.close();

  for (const args of [
    ['show'],
    ['show', 'last'],
    ['explain'],
    ['explain', '--prompt'],
    ['diff'],
    ['diff', '--stat'],
    ['export'],
  ]) {
    const [command = '', ...rest] = args;
    const { exitCode, stdout, stderr } = await runCtx(team, [command, 'forged', ...rest]);
    expect([args, exitCode]).toEqual([args, 0]);
    expect(stdout).toContain('[2J');
    expect([args, stdout + stderr]).toEqual([args, expect.not.stringContaining(ESCAPE)]);
  }
});
