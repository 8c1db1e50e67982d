import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam, TEAM_FILE } from '../__fixtures__/scripted-team.ts';

const teamFile = TEAM_FILE.replace(
  'agentType: claude',
  "agentType: claude, systemInstruction: 'You are Sarah; it''s late.'",
);

describe('ctx prompt', () => {
  it('prints the flags and the prompt, and runs nothing', async () => {
    const team = await createScriptedTeam({}, teamFile);
    const { exitCode, stdout } = await runCtx(team, ['prompt', '--as', 'Sarah', 'Hello', 'there']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('claude --print --output-format stream-json --verbose');
    expect(stdout).toContain(
      "--append-system-prompt 'You are Sarah, a member of a team.\nThe others:\n- Alice (human)\n",
    );
    expect(stdout).toContain("\n\nYou are Sarah; it'\\''s late.'");
    expect(stdout.endsWith('[MESSAGE]\n- Alice -> Sarah: Hello there\n')).toBe(true);
    expect(await readdir(team.folder)).not.toContain('.ctx');
  });

  it('prints as JSON exactly what the agent would get', async () => {
    const team = await createScriptedTeam({}, teamFile);
    const { stdout } = await runCtx(team, ['prompt', '--as', 'max', '--json', 'Hi']);
    const sent = JSON.parse(stdout);
    expect(sent.prompt).toMatch(
      /^\[SYSTEM\]\nYou are Max, a member of a team\.\n.*\n\n\[MESSAGE\]\n- Alice -> Max: Hi$/s,
    );
    expect(sent).toMatchObject({
      member: 'max',
      command: { file: 'codex', stdin: sent.prompt },
      receipt: { usedBytes: Buffer.byteLength(sent.prompt) },
    });
  });

  it('includes the messages of a session', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Indeed.' }] } }, teamFile);
    await runCtx(team, ['run', 'First']);
    const { stdout } = await runCtx(team, ['prompt', '--as', 'gina', '--session', 'last', 'Second']);
    expect(stdout).toContain('Conversation so far:\n- Alice: First\n- Sarah: Indeed.\n\nYour task:\n- Alice: Second\n');
  });
});
