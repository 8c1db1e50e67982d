import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../__fixtures__/scripted-team.ts';

describe('ctx chat without a keyboard', () => {
  it('takes one message per line, and ends with the input', async () => {
    const team = await createScriptedTeam({
      claude: { steps: [{ type: 'text', text: 'Sarah here.' }] },
      codex: { steps: [{ type: 'text', text: 'Max here.' }] },
    });
    const input = 'Hello\n\n@max and you?\n/who\n/task Ship it\n';
    const { exitCode, stdout, stderr } = await runCtx(team, ['chat'], { input });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^crew .*\n\n● Alice → Sarah\n {2}Hello\n\n● Sarah/);
    expect(stdout).toMatch(/Sarah here\.[\s\S]*Max here\.[\s\S]*Max {4}Codex, read-only[\s\S]*team task: Ship it/);
    const shown = await runCtx(team, ['show']);
    expect(shown.stdout.match(/● Alice → \w+/g)).toEqual(['● Alice → Sarah', '● Alice → Max']);
  });

  it('leaves at /quit without reading the rest', async () => {
    const team = await createScriptedTeam({});
    const { exitCode, stdout } = await runCtx(team, ['chat'], { input: '/quit\n/who\n' });
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('read-only');
  });
});
