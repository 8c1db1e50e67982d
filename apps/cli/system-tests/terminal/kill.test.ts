import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentScript } from '@ctx/scripted-agents';
import { describe, expect, it } from 'vitest';
import { runCtx, startCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

const TURNS = 8;
const KILLS = 12;

/** Two agents that count in turns: each says the number after the last one it is shown. */
function counter(next: string): AgentScript {
  const replies = Array.from({ length: TURNS }, (_, number) => ({
    when: `count-${number}.`,
    reply: number + 1 < TURNS ? `count-${number + 1}. [NEXT: ${next}]` : `count-${TURNS}.`,
  }));
  return { replies };
}

async function messages(team: ScriptedTeam): Promise<string[]> {
  const { stdout } = await runCtx(team, ['show', 'last', '--json']);
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return records.filter(({ type }) => type === 'message').map(({ message }) => message.content.match(/count-\d+/)[0]);
}

describe('kill -9', () => {
  it('at any moment loses no answer and repeats none', { timeout: 600_000 }, async () => {
    const wanted = Array.from({ length: TURNS + 1 }, (_, number) => `count-${number}`);
    let killedInTurn = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const team = await createScriptedTeam({ claude: counter('max'), codex: counter('sarah') });
      const child = startCtx(team, ['run', '--json', 'count-0. [NEXT: sarah]']);
      child.stdin?.end();
      const events = await killAfterLines(child, 2 + kill * 7);
      const printedMessages = events.filter(({ type }) => type === 'message').length;
      const log = await logOf(team);
      if ((log.match(/"turn-start"/g)?.length ?? 0) > (log.match(/"turn-end"/g)?.length ?? 0)) killedInTurn++;

      expect((await messages(team)).length).toBeGreaterThanOrEqual(printedMessages);
      const { exitCode, stderr } = await runCtx(team, ['resume', 'last']);
      expect([exitCode, stderr]).toEqual([0, '']);
      expect(await messages(team)).toEqual(wanted);
    }
    expect(killedInTurn).toBeGreaterThan(0);
  });
});

async function killAfterLines(child: ReturnType<typeof startCtx>, count: number): Promise<{ type: string }[]> {
  const lines: { type: string }[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    lines.push(...parts.map((line) => JSON.parse(line)));
    if (lines.length >= count) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('close', resolve));
  return lines;
}

async function logOf({ folder }: ScriptedTeam): Promise<string> {
  const sessions = join(folder, '.ctx', 'sessions');
  const [name] = (await readdir(sessions)).filter((file) => file.endsWith('.jsonl'));
  return readFile(join(sessions, name!), 'utf8');
}
