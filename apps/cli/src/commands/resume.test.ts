import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../__fixtures__/scripted-team.ts';

const says = (text: string) => ({ steps: [{ type: 'text', text }] }) as const;

describe('ctx resume', () => {
  it('keeps a limit that was given to an earlier run, until it is raised', async () => {
    const team = await createScriptedTeam({ claude: says('[NEXT: max]'), codex: says('[NEXT: sarah]') });
    const stopped = await runCtx(team, ['run', '--max-tokens', '10', 'Go.']);
    expect([stopped.exitCode, stopped.stdout.match(/● Max/g)]).toEqual([3, null]);
    expect(stopped.stderr).toMatch(
      /^ctx: Stopped by a limit .* raise it with --max-cost, --max-tokens .*: ctx resume /,
    );
    const held = await runCtx(team, ['resume', 'last', 'Go on.']);
    expect([held.exitCode, held.stdout.match(/● (Max|Sarah)/g)]).toEqual([3, null]);
    const raised = await runCtx(team, ['resume', '--max-tokens', '100000000', 'last', 'Go on.']);
    expect(raised.stdout).toContain('● Max');
    expect(raised.stderr).toContain('Stopped while agents are still waiting');
  });

  it('says whose answer was cut off, and how to ask again; then nobody is waiting, and there is nothing to sum up', async () => {
    const team = await createScriptedTeam({
      claude: {
        steps: [{ type: 'text', text: 'Well' }, { type: 'hang' }],
      },
    });
    const stopped = await runCtx(team, ['run', '--timeout', '2', 'Go.']);
    expect(stopped.exitCode).toBe(3);
    expect(stopped.stderr).toMatch(
      /^ctx: Stopped after 2\.0 s\. The answer of Sarah was cut off\. Ask again with: ctx resume \S+ "…"\n$/,
    );
    const nobody = await runCtx(team, ['resume', 'last']);
    expect(nobody.stdout).toMatch(/^Nobody was waiting\. Send a message with: ctx resume \S+ "…"\n$/);
  });

  it('reads the next message from standard input, as run does', async () => {
    const team = await createScriptedTeam({ claude: says('Sarah here.') });
    await runCtx(team, ['run', 'Go.']);
    const { exitCode, stdout } = await runCtx(team, ['resume', 'last', '-'], { input: 'Two\nlines' });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('● Alice → Sarah\n  Two\n  lines\n')]);
    const nothing = await runCtx(team, ['resume', 'last', '-'], { input: '\n' });
    expect(nothing).toMatchObject({ exitCode: 2, stderr: 'ctx: There is no message on standard input.\n' });
  });

  it('says that the demo cannot be continued', async () => {
    const team = await createScriptedTeam({});
    await rm(join(team.folder, 'ctx.team.yaml'));
    await runCtx(team, ['demo']);
    expect(await runCtx(team, ['resume', 'last'])).toMatchObject({
      exitCode: 2,
      stderr: 'ctx: This session is from ctx demo and cannot be continued.\n',
    });
  });
});
