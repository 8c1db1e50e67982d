import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam, trustTeam } from '../../src/__fixtures__/scripted-team.ts';

describe('a full disk', () => {
  let team: ScriptedTeam;
  beforeAll(async () => {
    if (process.getuid?.() !== 0) throw new Error('This test fills a small file system, which takes root to mount.');
    const crew = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'x'.repeat(40_000) }] } });
    const folder = await mkdtemp(join(tmpdir(), 'ctx-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', folder]);
    await chmod(folder, 0o700);
    await copyFile(join(crew.folder, 'ctx.team.yaml'), join(folder, 'ctx.team.yaml'));
    team = { ...crew, folder };
    await trustTeam(team);
  });
  afterAll(async () => {
    execFileSync('umount', [team.folder]);
    await rm(team.folder, { recursive: true });
  });

  it('is reported on one line, leaves no half record, and the session can be resumed when there is room', async () => {
    const filler = join(team.folder, 'filler');
    const first = await runCtx(team, ['run', 'One']);
    expect(first.exitCode).toBe(0);
    await writeFile(filler, 'x'.repeat(52_000)).catch(() => {});

    const second = await runCtx(team, ['resume', 'last', 'Two']);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toMatch(/^ctx: The session log .* cannot be used: the disk is full; free some space.*\n$/);

    await rm(filler);
    const third = await runCtx(team, ['resume', 'last']);
    expect([third.exitCode, third.stderr]).toEqual([0, '']);
    const { stdout } = await runCtx(team, ['sessions', '--json']);
    const { sessionId } = JSON.parse(stdout);
    const log = await readFile(join(team.folder, '.ctx', 'sessions', `${sessionId}.jsonl`), 'utf8');
    for (const line of log.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(log.match(/"content":"x{40000}"/g)).toHaveLength(2);
  });
});
