import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../__fixtures__/scripted-team.ts';

async function scriptFor(shell: string): Promise<string> {
  const { exitCode, stdout } = await runCtx(await createScriptedTeam({}), ['completion', shell]);
  expect(exitCode).toBe(0);
  return stdout;
}

/** The words that bash offers for a line. */
function offers(script: string, ...words: string[]): string[] {
  const program = `${script}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _ctx; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', program], { encoding: 'utf8' }).trim().split('\n');
}

describe('ctx completion', () => {
  it('in bash offers commands, their options, and files for options that take a file', async () => {
    const script = await scriptFor('bash');
    expect(offers(script, 'ctx', 're')).toEqual(['resume', 'repair']);
    expect(offers(script, 'ctx', 'run', '--ti')).toEqual(['--timeout']);
    expect(offers(script, 'ctx', 'show', '--ta')).toEqual(['--tail']);
    expect(offers(script, 'ctx', 'completion', 'z')).toEqual(['zsh']);
    expect(offers(script, 'ctx', 'run', '-t', '/etc/host')).toContain('/etc/hosts');
  });

  it.each(['zsh', 'fish'])('for %s lists every command and option', async (shell) => {
    const script = await scriptFor(shell);
    for (const known of ['run', 'resume', 'sessions', 'completion', 'timeout', 'tail']) expect(script).toContain(known);
  });

  it.each(['tcsh', 'toString'])('names the supported shells for an unknown one: %s', async (shell) => {
    const { exitCode, stderr } = await runCtx(await createScriptedTeam({}), ['completion', shell]);
    expect([exitCode, stderr]).toEqual([2, `ctx: There is no completion for "${shell}". Use bash, zsh or fish.\n`]);
  });
});
