import { execFileSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam, TEAM_FILE } from '../__fixtures__/scripted-team.ts';

const says = (text: string) => ({ steps: [{ type: 'text', text }] }) as const;
const crew = () =>
  createScriptedTeam({
    claude: says('Max should know. [NEXT: max]'),
    codex: says('It is 42.'),
    gemini: {
      replies: [{ when: 'fail', steps: [{ type: 'error', message: 'quota', status: 429 }] }],
      steps: [{ type: 'text', text: 'Hm.' }],
    },
  });

describe('ctx run', () => {
  it('runs a conversation to its end, and shows it', async () => {
    const { exitCode, stdout, stderr } = await runCtx(await crew(), ['run', 'What', 'is', 'it?']);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/● Alice → Sarah\n {2}What is it\?/);
    expect(stdout).toMatch(/● Sarah {2}Claude Code\n {2}Max should know\.\n {2}✓ .*\n {2}→ hands over to Max/);
    expect(stdout).toMatch(/● Max {2}Codex\n {2}It is 42\.\n {2}✓ /);
    expect(stdout).toMatch(/2 turns .*session \d{8}-/);
  });

  it('reads the message from standard input, and sends it to the members of --to', async () => {
    const { stdout } = await runCtx(await crew(), ['run', '--to', 'max', '-'], { input: 'Two\nlines' });
    expect(stdout).toMatch(/● Alice → Max\n {2}Two\n {2}lines/);
  });

  it('does not stop early if --timeout is longer than any timer of Node', async () => {
    const { exitCode, stderr } = await runCtx(await crew(), ['run', '--timeout', '9999999', '@max', 'hi']);
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  it('exits with 1 after a failed turn, and says why', async () => {
    const { exitCode, stdout } = await runCtx(await crew(), ['run', 'fail [NEXT: gina]']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/✗ turn \d · failed: .*quota/);
  });

  it('continues without a program that is not installed, and says how to install it', async () => {
    const team = await createScriptedTeam({ claude: says('Fine.') });
    const { exitCode, stdout } = await runCtx(team, ['run', 'Both of you. [NEXT: max, sarah]']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('✗ turn 1 · failed: codex was not found. Install it with: npm install -g @openai/codex');
    expect(stdout).toMatch(/● Sarah {2}Claude Code\n {2}Fine\./);
  });

  it('prints one JSON event per line, safe to print, with the exact text', async () => {
    const evil = 'a\u001b[2J\u009b31m\u202Eb';
    const team = await createScriptedTeam({ claude: says('Fine.') });
    const { stdout } = await runCtx(team, ['run', '--json', evil]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about control characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ type: 'session', team: 'crew' });
    expect(events[1]).toMatchObject({ type: 'message', message: { content: evil } });
    expect(events.map(({ type }) => type)).toContain('turn-end');
  });

  it.each([
    [
      'a typo',
      TEAM_FILE.replace('agentType: codex', 'agentTyp: codex'),
      /^ctx: ctx\.team\.yaml:5: members\[2\]\.agentTyp: .*did you mean agentType\?\n$/,
    ],
    ['two members of one name', TEAM_FILE.replace('id: max', 'id: SARAH'), /^ctx: ctx\.team\.yaml:\d+: members/],
    ['no YAML at all', 'name: [', /^ctx: ctx\.team\.yaml:1: not valid YAML/],
  ])('exits with 2 for a team file with %s, and names the place on one line', async (_what, teamFile, complaint) => {
    const { exitCode, stdout, stderr } = await runCtx(await createScriptedTeam({}, teamFile), ['run', 'hi']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(complaint);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('names all mistakes of a team file, at most five, and unknown fields first', async () => {
    const members = '  - { id: you, type: human, a: 1, b: 2, c: 3, d: 4 }\n  - { id: max, type: ai }\n';
    const { stderr } = await runCtx(await createScriptedTeam({}, `nam: crew\nmembers:\n${members}`), ['run', 'hi']);
    const lines = stderr.trimEnd().split('\n');
    expect(lines[0]).toBe('ctx: ctx.team.yaml:1: nam: is not a known field; did you mean name?');
    expect(lines[4]).toMatch(/^ctx: ctx\.team\.yaml:3: members\[0\]\.d: is not a known field/);
    expect(lines.slice(5)).toEqual(['ctx: and 1 more mistake']);
  });

  it('refuses a team whose instruction file is missing, and names the place', async () => {
    const teamFile = TEAM_FILE.replace('agentType: codex', 'agentType: codex, instructionFile: NOPE.md');
    const { exitCode, stderr } = await runCtx(await createScriptedTeam({}, teamFile), ['run', 'hi']);
    expect([exitCode, stderr]).toEqual([
      2,
      'ctx: ctx.team.yaml:5: members[2].instructionFile: there is no file NOPE.md beside the team file\n',
    ]);
  });

  it('tells no cost of a turn that did not start', async () => {
    const { stdout } = await runCtx(await createScriptedTeam({}), ['run', '@max hi']);
    expect(stdout).toMatch(/\n1 turn · session \S+\n$/);
  });

  it('keeps everything in one .ctx, also if it is run in a subfolder', async () => {
    const team = await crew();
    execFileSync('git', ['init', '--quiet', team.folder]);
    const deep = join(team.folder, 'deep', 'er');
    await mkdir(deep, { recursive: true });
    expect((await runCtx({ ...team, folder: deep }, ['run', '@max hi'])).exitCode).toBe(0);
    expect(await readdir(deep)).toEqual([]);
    expect((await readdir(join(team.folder, '.ctx'))).toSorted()).toEqual(['.gitignore', 'changes', 'sessions']);
  });

  it.each([
    [['run', '-t', 'none.yaml', 'hi'], 'ctx: none.yaml: there is no such file; `ctx init` writes one'],
    [['run'], 'ctx: The argument <message> is missing. See: ctx run --help'],
    [['run', ' '], 'ctx: There is no message. Write: ctx run "what to do"'],
    [['run', '--to', 'bob', 'hi'], 'ctx: Nobody in the team is called "bob". Use one of: sarah, max, gina, all.'],
    [['run', '--to', 'max,', 'hi'], 'ctx: A name is missing. Use one of: sarah, max, gina, all.'],
    [['run', '--to', 'alice', 'hi'], 'ctx: That is you. Name somebody else.'],
    [['rum', 'hi'], 'ctx: There is no command "rum". Did you mean run? See: ctx --help'],
    [['show', 'none'], /^ctx: There are no sessions in .*\. Start one: /],
    [['prompt', '--as', 'bob', 'hi'], 'ctx: Nobody in the team is called "bob". Use one of: sarah, max, gina.'],
    [['prompt', '--as', 'maxx', 'hi'], 'ctx: Nobody in the team is called "maxx". Did you mean max?'],
    [['prompt', '--as', 'alice', 'hi'], 'ctx: Alice is not an agent. Use one of: sarah, max, gina.'],
    [['run', '-t', '', 'hi'], 'ctx: -t needs the name of a file.'],
    [
      ['run', '[NEXT: maxx] hi'],
      'ctx: Nobody in the team is called "maxx". Did you mean @max? To write [NEXT: …] as text, put it in backticks.',
    ],
    [['sessions', 'rm'], 'ctx: The argument <sessions> is missing. See: ctx sessions rm --help'],
  ])('says what to do about %j', async (args, complaint) => {
    const { exitCode, stdout, stderr } = await runCtx(await createScriptedTeam({}), args);
    expect(stdout).toBe('');
    if (typeof complaint === 'string') expect(stderr).toBe(`${complaint}\n`);
    else expect(stderr).toMatch(complaint);
    expect(exitCode).toBe(2);
  });

  it('refuses a team whose turns could only fail here, before a session is created', async () => {
    const teamFile = `name: crew
members:
  - { id: sarah, type: ai, agentType: claude, cwd: gone }
  - id: max
    type: ai
    agentType: command
    command: no-such-agent
    maxBytes: 100
`;
    const team = await createScriptedTeam({}, teamFile);
    const { exitCode, stdout, stderr } = await runCtx(team, ['run', 'hi']);
    expect([exitCode, stdout]).toEqual([2, '']);
    const [cwd, command, budget, ...rest] = stderr.trimEnd().split('\n');
    expect(cwd).toBe(`ctx: ctx.team.yaml:3: members[0].cwd: there is no folder ${join(team.folder, 'gone')}`);
    expect(command).toBe(
      'ctx: ctx.team.yaml:7: members[1].command: the program no-such-agent was not found; install it, or give its path',
    );
    expect(budget).toMatch(
      /^ctx: ctx\.team\.yaml:8: members\[1\]\.maxBytes: 100 bytes cannot hold its instructions and a message; at least \d{3} are needed$/,
    );
    expect(rest).toEqual([]);
    expect((await runCtx(team, ['sessions'])).stdout).toBe('');
  });

  it('refuses a message that does not fit, and cuts its middle with --cut, which is told everywhere', async () => {
    const team = await createScriptedTeam(
      { claude: says('Because.') },
      TEAM_FILE.replaceAll('type: ai,', 'type: ai, maxBytes: 20000,'),
    );
    const input = `${'nothing of interest\n'.repeat(5_000)}Why did it stop?`;
    const refused = await runCtx(team, ['run', '-q', '-'], { input });
    expect([refused.exitCode, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(
      /^ctx: The message has 98 KB; Sarah has room for 1\d KB of it .* leave out its middle: --cut\.\n$/,
    );
    const quiet = await runCtx(team, ['run', '-q', '--cut', '-'], { input });
    expect([quiet.exitCode, quiet.stdout]).toEqual([0, 'Because.\n']);
    expect(quiet.stderr).toMatch(/^ctx: turn 1: Sarah was sent its message without \d\d KB of it\.\n$/);
    const json = await runCtx(team, ['run', '--json', '--cut', '-'], { input });
    const summary = JSON.parse(json.stdout.trimEnd().split('\n').at(-1)!);
    expect(summary.cuts).toEqual([{ turn: 'turn-1', member: 'sarah', cutBytes: expect.any(Number) }]);
    const shown = await runCtx(team, ['show', 'last']);
    expect(shown.stdout).toMatch(/! saw only the message, .*, \d\d KB of the message left out/);
  });

  it('refuses full access without --allow-full', async () => {
    const teamFile = TEAM_FILE.replace('agentType: claude', 'agentType: claude, permissions: full');
    const team = await createScriptedTeam({ claude: says('Done.') }, teamFile);
    const refused = await runCtx(team, ['run', 'hi']);
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([
      2,
      '',
      'ctx: ctx.team.yaml:4: members[1].permissions: full access needs --allow-full\n',
    ]);
    const allowed = await runCtx(team, ['run', '--allow-full', 'hi']);
    expect([allowed.exitCode, allowed.stdout.includes('Done.')]).toEqual([0, true]);
  });
});

describe('the addressee of a message on the command line', () => {
  const crew = () =>
    createScriptedTeam({
      claude: { steps: [{ type: 'text', text: 'Sarah here.' }] },
      codex: { steps: [{ type: 'text', text: 'Max here.' }] },
    });

  it('is read by run and resume as in a chat', async () => {
    const team = await crew();
    const run = await runCtx(team, ['run', '@max', 'hello']);
    expect(run.stdout).toMatch(/● Alice → Max\n {2}hello\n\n● Max {2}Codex\n {2}Max here\./);
    const resumed = await runCtx(team, ['resume', 'last', '@sarah, max: and now?']);
    expect(resumed.stdout).toMatch(/● Alice → Sarah, Max[\s\S]*● Sarah[\s\S]*● Max/);
  });

  it('is refused if nobody has that name, before a session is created', async () => {
    const team = await crew();
    const { exitCode, stdout, stderr } = await runCtx(team, ['run', '@saraj hello']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      'ctx: Nobody in the team is called "saraj". Did you mean @sarah? To begin a text with @, write \\@.\n',
    );
    expect((await runCtx(team, ['sessions'])).stdout).toBe('');
    const both = await runCtx(team, ['run', '--to', 'max', '@sarah hello']);
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('--to names somebody else')]);
    expect((await runCtx(team, ['run', '--to', 'mxa', 'hello'])).stderr).toContain('Did you mean max?');
  });

  it('may be given by --to and by @name in another order', async () => {
    const { exitCode, stdout } = await runCtx(await crew(), ['run', '--to', 'max,sarah', '@sarah @max hello']);
    expect([exitCode, /● Alice → Sarah, Max/.test(stdout)]).toEqual([0, true]);
  });
});
