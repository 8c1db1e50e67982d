import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTeam } from '@ctx/team';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { requireTrust } from './team-trust.ts';

const TEAM = `name: t
members:
  - { id: alice, type: human }
  - { id: max, type: ai, agentType: command, command: [sh, agent.sh] }
`;

describe('a person who is asked to trust a team file', () => {
  let folder = '';
  let file = '';
  const questions: string[] = [];
  const saying = (answer: string) =>
    createRecordingTerminal(80, {
      ask: async (question) => {
        questions.push(question);
        return answer;
      },
    });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ctx-trust-'));
    vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'own'));
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    file = join(folder, 'team.yaml');
    await writeFile(file, TEAM);
    await writeFile(join(folder, 'agent.sh'), 'echo hi\n');
    questions.length = 0;
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('sees the list, and is not asked a second time after a yes', async () => {
    await requireTrust(saying('yes'), await loadTeam(file), {});
    expect(questions[0]).toContain('has not been trusted yet.\nThis team:\n  starts programs\n    max: sh agent.sh\n');
    await requireTrust(saying('no'), await loadTeam(file), {});
    expect(questions).toHaveLength(1);
    const kept = join(folder, 'own', 'ctx', 'trust');
    const [record] = await readdir(kept);
    expect((await stat(join(kept, record!))).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'n', 'no', 'yikes', 'Y E S'])('refuses with %j', async (answer) => {
    const asked = requireTrust(saying(answer), await loadTeam(file), {});
    await expect(asked).rejects.toMatchObject({ code: 'CTX_NOT_TRUSTED' });
    const again = requireTrust(createRecordingTerminal(), await loadTeam(file), {});
    await expect(again).rejects.toMatchObject({ code: 'CTX_NOT_TRUSTED' });
  });

  it('is shown which files changed, and what is new in the list', async () => {
    await requireTrust(saying('y'), await loadTeam(file), {});
    await writeFile(file, TEAM.replace('[sh', '[sh, -x'));
    await requireTrust(saying('y'), await loadTeam(file), {});
    expect(questions[1]).toContain(`Changed since it was trusted: ${file}.`);
    expect(questions[1]).toMatch(/^ {2}starts programs\n\+ {3}max: sh -x agent\.sh$/m);
  });

  it('is asked once, before a turn, about a file that changed meanwhile', async () => {
    const trust = await requireTrust(saying('y'), await loadTeam(file), {});
    await trust.check('max');
    expect(questions).toHaveLength(1);
    await appendFile(join(folder, 'agent.sh'), 'echo more\n');
    await Promise.all([trust.check('max'), trust.check('max')]);
    expect(questions[1]).toContain(`Changed since it was trusted: ${join(folder, 'agent.sh')}.`);
    expect(questions).toHaveLength(2);
    await appendFile(join(folder, 'agent.sh'), 'echo and more\n');
    trust.askWith(async () => 'no');
    await expect(trust.check('max')).rejects.toMatchObject({ code: 'CTX_NOT_TRUSTED' });
  });

  it('is not asked with --trust, and nothing is saved', async () => {
    const trust = await requireTrust(saying('no'), await loadTeam(file), { trust: true });
    await appendFile(file, '\n');
    await trust.check('max');
    expect(questions).toEqual([]);
    expect(await readdir(folder)).not.toContain('own');
  });

  it('sees the program of a member whose agent type is a property of every object', async () => {
    await writeFile(file, TEAM.replace('agentType: command', 'agentType: constructor'));
    const terminal = createRecordingTerminal();
    const asked = requireTrust(terminal, await loadTeam(file), {});
    await expect(asked).rejects.toMatchObject({ code: 'CTX_NOT_TRUSTED' });
    expect(terminal.complaints().join('\n')).toContain('  starts programs\n    max: sh agent.sh\n');
    expect(terminal.complaints().join('\n')).not.toContain('talks to hosts');
  });

  it('sees the whole command line, fresh and resumed, with flag and model, and is asked again when they lead to another file', async () => {
    const loaded = 'modelFlag: --load, model: ./model.sh, resumeFlag: -r, permissionArgs: { read-only: [-n] }';
    const output =
      'output: { format: jsonl, sessionId: { where: { type: s }, path: id }, text: { where: { type: t }, path: x } }';
    await writeFile(
      file,
      `name: t
members:
  - { id: alice, type: human }
  - { id: max, type: ai, agentType: command, command: [sh], permissions: read-only, ${loaded}, ${output} }
`,
    );
    await writeFile(join(folder, 'model.sh'), 'echo one\n');
    await requireTrust(saying('y'), await loadTeam(file), {});
    expect(questions[0]).toContain(
      '    max: sh -n --load ./model.sh\n    max: resumed: sh -n --load ./model.sh -r SESSION\n',
    );
    await writeFile(join(folder, 'model.sh'), 'echo two\n');
    const asked = requireTrust(createRecordingTerminal(), await loadTeam(file), {});
    await expect(asked).rejects.toMatchObject({ code: 'CTX_NOT_TRUSTED' });
  });

  it('agrees to the bytes that were parsed, not to what was put there since', async () => {
    const team = await loadTeam(file);
    await writeFile(file, TEAM.replace('[sh', '[sh, -x'));
    await requireTrust(saying('y'), team, {});
    const terminal = createRecordingTerminal();
    await expect(requireTrust(terminal, await loadTeam(file), {})).rejects.toThrow();
    expect(terminal.complaints()[0]).toBe(`Changed since it was trusted: ${file}.`);
  });

  it.each(['agent.sh', 'rules.md', 'team.yaml'])('does not wait for a named pipe in place of %s', async (name) => {
    await writeFile(file, `${TEAM}  - { id: gina, type: ai, agentType: codex, instructionFile: rules.md }\n`);
    await rm(join(folder, name), { force: true });
    execFileSync('mkfifo', [join(folder, name)]);
    const refused = loadTeam(file).then((team) => requireTrust(createRecordingTerminal(), team, {}));
    await expect(refused).rejects.toMatchObject({ code: name === 'team.yaml' ? 'CTX_TEAM_FILE' : 'CTX_NOT_TRUSTED' });
  });

  it('sees hosts at once in a file of one long word', async () => {
    await writeFile(file, TEAM.replace('agent.sh', `${'x'.repeat(300_000)}, https://models.example/v1`));
    const terminal = createRecordingTerminal();
    const start = performance.now();
    await expect(requireTrust(terminal, await loadTeam(file), {})).rejects.toMatchObject({ code: 'CTX_NOT_TRUSTED' });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(terminal.complaints()).toContain('    max: https://models.example');
  });

  it('is told once which file it is about, if there is no terminal', async () => {
    const terminal = createRecordingTerminal();
    const refused = requireTrust(terminal, await loadTeam(file), {});
    await expect(refused).rejects.toThrow(
      'Nothing was run. To agree, run this in a terminal; for this run only, add --trust.',
    );
    expect(terminal.complaints().filter((line) => line.includes(file))).toEqual([`${file} has not been trusted yet.`]);
  });

  it('sees control characters of the team file made visible', async () => {
    const name = JSON.stringify('\u001b[2J\rnothing.sh');
    await writeFile(file, TEAM.replace('[sh, agent.sh]', `[sh, ${name}]`));
    const terminal = createRecordingTerminal();
    await expect(requireTrust(terminal, await loadTeam(file), {})).rejects.toThrow();
    expect(terminal.complaints().join('\n')).toMatch(/max: sh '␛\[2J nothing\.sh'/);
  });
});
