import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../../src/__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

const says = (text: string, costUsd?: number) =>
  ({ steps: [{ type: 'text', text }], ...(costUsd === undefined ? {} : { usage: { costUsd } }) }) as const;

function team(limits: string, max = ''): string {
  return `name: crew
${limits}
members:
  - { id: alice, displayName: Alice, type: human }
  - { id: sarah, displayName: Sarah, type: ai, agentType: claude }
  - { id: max, displayName: Max, type: ai, agentType: codex${max} }
`;
}

describe('a limit of the team file', () => {
  it('stops the team with exit code 3, until it is raised on the command line', async () => {
    const scripts = { claude: says('[NEXT: max]', 0.75), codex: says('[NEXT: sarah]') };
    const crew = await createScriptedTeam(scripts, team('limits: { costUsd: 1 }'));
    const stopped = await runCtx(crew, ['run', '--to', 'sarah', 'Go.']);
    expect(stopped.exitCode).toBe(3);
    expect(stopped.stdout).toContain('The limit of $1.00 does not count Max');
    expect(stopped.stdout).toContain(
      'The limit of $1.00 (limits.costUsd) is reached: at least $1.50 (Max reports no cost) so far.',
    );
    expect(stopped.stdout).toMatch(/3 turns · at least \$1\.50 \(Max reports no cost\) · session /);
    const held = await runCtx(crew, ['resume', 'last', 'Go on.']);
    expect([held.exitCode, held.stdout.includes('● Sarah')]).toEqual([3, false]);
    const raised = await runCtx(crew, ['resume', '--max-cost', '2', 'last', 'Go on.']);
    expect(raised.exitCode).toBe(3);
    expect(raised.stdout).toContain('at least $2.25 (Max reports no cost)');
  });

  it('uses the user’s prices for costs that an agent does not report', async () => {
    const scripts = { claude: says('[NEXT: max]', 0), codex: says('[NEXT: sarah]') };
    const crew = await createScriptedTeam(scripts, team('limits: { costUsd: 0.5 }', ', model: gpt-5'));
    const own = join(crew.home, '.config', 'ctx');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, 'config.yaml'), 'prices: { gpt-5: { input: 1000000, output: 1000000 } }\n');
    const { exitCode, stdout } = await runCtx(crew, ['run', '--to', 'max', 'Go.']);
    expect(stdout).not.toContain('does not count');
    expect([exitCode, /1 turn · \$\d+\.\d\d · session/.test(stdout)]).toEqual([3, true]);
    await writeFile(join(own, 'config.yaml'), 'prices: much\n');
    expect(await runCtx(crew, ['run', 'Go.'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('config.yaml'),
    });
  });

  it('is refused on the command line if it is not a number', async () => {
    const crew = await createScriptedTeam({ claude: says('x') });
    expect(await runCtx(crew, ['run', '--max-cost', 'much', 'Go.'])).toMatchObject({ exitCode: 2 });
  });
});

describe('a stand-in', () => {
  const quota = {
    steps: [{ type: 'error', message: '429 Too Many Requests: rate limit exceeded', status: 429 }],
  } as const;

  it('makes the run a success after the member failed', async () => {
    const scripts = { claude: says('For Max.'), codex: quota };
    const crew = await createScriptedTeam(scripts, team('', ', standIn: sarah'));
    const { exitCode, stdout } = await runCtx(crew, ['run', '--to', 'max', 'Go.']);
    expect(stdout).toContain('For Max.');
    expect(exitCode).toBe(0);
    expect((await runCtx(crew, ['export'])).stdout).toContain('Sarah answers for Max.');
  });

  it('that is missing lets the run fail with the member', async () => {
    const crew = await createScriptedTeam({ claude: says('x'), codex: quota }, team(''));
    expect((await runCtx(crew, ['run', '--to', 'max', 'Go.'])).exitCode).toBe(1);
  });
});
