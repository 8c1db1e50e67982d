import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentScript } from '@ctx/scripted-agents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedTeam, type ScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';
import { openScreen, type TmuxScreen } from './tmux-screen.ts';

const words = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `word${from + index} `);
/** Speaks, goes on when the test has written the file beside the team's folder, and is at work until it is ended. */
const SLOW: AgentScript = {
  steps: [
    { type: 'deltas', parts: words(0, 10) },
    { type: 'wait-for-file', path: '../go-on' },
    { type: 'deltas', parts: words(10, 40) },
    { type: 'hang' },
  ],
  replies: [{ when: 'quick', reply: 'Quick answer.' }],
};

describe('ctx chat', () => {
  let screen: TmuxScreen;
  let team: ScriptedTeam;
  beforeEach(async () => {
    team = await createScriptedTeam({
      claude: SLOW,
      codex: {
        steps: [{ type: 'text', text: 'Max here. [NEXT: gina]' }],
        replies: [{ when: 'evil', reply: '\u001b[2J\u001b[1;1H\u001b]0;pwned\u0007\u001b[31mred\u009b2J end of evil' }],
      },
      gemini: { steps: [{ type: 'text', text: 'Gina here.' }] },
    });
    screen = await openScreen(team, 80, 60);
    enter('ctx chat; echo "exit code $?"');
    await screen.waitFor(/Alice → Sarah ❯\s*$/);
  });
  afterEach(() => screen.close());

  function enter(text: string): void {
    screen.type(text);
    screen.press('Enter');
  }

  it('sends a message by name, by marker, or to the agent that spoke last', async () => {
    enter('@max, who are you?');
    await screen.waitFor(
      /● Max {2}Codex\n {2}Max here\.[\s\S]*● Gina {2}Gemini CLI\n {2}Gina here\.[\s\S]*Alice → \w+ ❯\s*$/,
    );
    enter('And you? [NEXT: sarah] quick');
    await screen.waitFor(/● Sarah {2}Claude Code\n {2}Quick answer\.[\s\S]*Alice → \w+ ❯\s*$/);
    enter('Again, quick');
    await screen.waitFor(/● Alice → Sarah\n {2}Again, quick\n\n● Sarah {2}Claude Code\n {2}Quick answer\./);
  });

  it('runs commands that begin with a slash, and refuses an unknown one', async () => {
    enter('/help');
    await screen.waitFor(/\/explain \[turn\] .*\n[\s\S]*Alice → \w+ ❯\s*$/);
    enter('/who');
    await screen.waitFor(/Sarah {2}Claude Code, read-only\n {2}Max {4}Codex/);
    enter('/task');
    await screen.waitFor(/There is no task/);
    enter('/task Ship it');
    await screen.waitFor(/team task: Ship it\n\nAlice → Sarah ❯\s*$/);
    enter('/queue');
    await screen.waitFor(/Nobody is speaking, and nobody is waiting/);
    enter('/explain');
    await screen.waitFor(/No agent has had a turn/);
    enter('@gina hello');
    await screen.waitFor(/Gina here\.[\s\S]*Alice → \w+ ❯\s*$/);
    enter('/explain');
    await screen.waitFor(/Turn 1 {2}Gina answers Alice[\s\S]*task +\d+ B/);
    enter('/nonsense');
    await screen.waitFor(/There is no command \/nonsense\. See \/help\./);
    enter('/quit');
    const text = await screen.waitFor(/exit code 0/);
    expect(text).toMatch(/Come back with: ctx resume \d+/);
  });

  it('puts a refused message back with the cursor at its end, where Ctrl-U deletes it', async () => {
    enter('@maxx hi');
    await screen.waitFor(/called "maxx"[\s\S]*Alice → \? ❯ @maxx hi\s*$/);
    screen.type(' there');
    await screen.waitFor(/❯ @maxx hi there\s*$/);
    screen.press('C-u');
    await screen.waitFor(/Alice → Sarah ❯\s*$/);
  });

  it('leaves the line empty after a refused command, which the arrow up brings back', async () => {
    enter('/to maxx');
    await screen.waitFor(/called "maxx"[\s\S]*Alice → Sarah ❯\s*$/);
    screen.press('Up');
    await screen.waitFor(/Alice ❯ \/to maxx\s*$/);
    screen.press('C-u');
    enter('/cost/to maxx');
    await screen.waitFor(/There is no command \/cost\/to\.[\s\S]*Alice → Sarah ❯\s*$/);
    enter('/cost');
    await screen.waitFor(/No agent has had a turn in this session yet\./);
  });

  it('runs several pasted commands one after the other', async () => {
    screen.paste('/nonsense\n/queue\n/cancel\n');
    screen.press('Enter');
    await screen.waitFor(
      /There is no command \/nonsense\.[\s\S]*nobody is waiting\.\n\n {2}Nobody is speaking\.\n\nAlice → Sarah ❯\s*$/,
    );
  });

  it.each([
    ['with', '\n'],
    ['without', ''],
  ])('sends a paste only at Enter, and then all of it: 5,000 lines %s a last line end', async (_with, end) => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `quick line ${index}`);
    screen.paste(lines.join('\n') + end);
    await screen.waitFor(/Alice → Sarah ❯ \[pasted 5,000 lines\]\s*$/);
    expect(screen.text(true)).not.toContain('Quick answer');
    screen.press('Enter');
    await screen.waitFor(/● Alice → Sarah\n {2}quick line 0\n[\s\S]*lines folded[\s\S]*Quick answer\.[\s\S]*❯\s*$/);
    enter('/quit');
    await screen.waitFor(/exit code 0/);
    enter(`ctx show --json | grep -c 'quick line 4999'; ctx show --json | grep -o '"type":"turn-end"' | wc -l`);
    await screen.waitFor(/exit code 0\n\$ .*\n*.*\n1\n1\n/);
  });

  it('makes a new line with Alt-Enter or a backslash at the end, and remembers the text in the next chat', async () => {
    screen.type('one quick');
    screen.press('M-Enter');
    screen.type('two\\');
    screen.press('Enter');
    screen.type('three');
    await screen.waitFor(/❯ one quick\n +two\n +three\s*$/);
    screen.press('Enter');
    await screen.waitFor(/ {2}one quick\n {2}two\n {2}three\n\n● Sarah[\s\S]*Quick answer\./);
    enter('/quit');
    await screen.waitFor(/exit code 0/);
    await screen.clear();
    enter('ctx chat');
    await screen.waitFor(/^Alice → Sarah ❯\s*$/m);
    screen.press('Up');
    await screen.waitFor(/❯ \/quit\s*$/);
    screen.press('Up');
    await screen.waitFor(/❯ one quick\n +two\n +three\s*$/);
  });

  it('takes what is typed while it starts line by line', async () => {
    enter('/quit');
    await screen.waitFor(/exit code 0/);
    await screen.clear();
    enter('ctx chat');
    enter('@max one');
    enter('@gina two');
    screen.type('half');
    await screen.waitFor(/● Alice → Max\n {2}one\n[\s\S]*● Alice → Gina\n {2}two\n[\s\S]*❯ half\s*$/);
  });

  it('prints answers while somebody types, and keeps the input line', async () => {
    enter('go on');
    await screen.waitFor(/word5/);
    screen.type('half a sent');
    await screen.waitFor(/Alice → Sarah ❯ half a sent\s*$/);
    writeFileSync(join(team.folder, '../go-on'), '');
    await screen.waitFor(/word39[\s\S]*❯ half a sent\s*$/);
    screen.type('ence, quick');
    screen.press('Enter');
    await screen.waitFor(/● Alice → Sarah\n {2}half a sentence, quick\n {2}waits for Sarah; \/cancel sarah stops it/);
    await screen.waitFor(/waiting: Sarah/);
    enter('/cancel sarah');
    await screen.waitFor(/✗ turn 1 · cancelled[\s\S]*Quick answer\.[\s\S]*❯\s*$/);
    expect(
      screen
        .text(true)
        .match(/word\d+/g)
        ?.map((word) => `${word} `),
    ).toEqual(words(0, 40));
  });

  it('keeps the addressee of a text from its first key on', async () => {
    enter('@max, go on');
    screen.type('N');
    const text = await screen.waitFor(/● Gina[\s\S]*Gina here\.[\s\S]*Alice → \w+ ❯ N\s*$/);
    const shown = /Alice → (\w+) ❯ N\s*$/.exec(text)?.[1];
    screen.type('o, stop');
    screen.press('Enter');
    await screen.waitFor(new RegExp(`● Alice → ${shown}\\n {2}No, stop`));
  });

  it('cancels the running turn at Ctrl-C and keeps the partial answer; Ctrl-C twice leaves', async () => {
    enter('go on');
    await screen.waitFor(/word5/);
    screen.press('C-c');
    await screen.waitFor(/Press Ctrl-C again to leave\.\nAlice → \w+ ❯\s*$/);
    await screen.waitFor(
      /✗ turn 1 · cancelled · .*\n+ {2}cost unknown \(Sarah reports none\) · context: Sarah \d+ %\nAlice → \w+ ❯\s*$/,
    );
    expect(screen.text(true)).not.toContain('Press Ctrl-C');
    enter('quick');
    // Until the turn has ended, Ctrl-C would cancel it.
    await screen.waitFor(/Quick answer\.[\s\S]*✓ \d[\s\S]*Alice → \w+ ❯\s*$/);
    screen.type('thrown away');
    screen.press('C-c');
    await screen.waitFor(/Alice → Sarah ❯\s*$/);
    screen.press('C-c');
    screen.press('C-c');
    await screen.waitFor(/exit code 130/);
    enter('ctx show');
    await screen.waitFor(/● Sarah \(incomplete\)\n[\s\S]*✗ turn 1 · cancelled · /);
  });

  it('lists the commands that a line may become, and completes with Tab; Esc clears the line', async () => {
    screen.type('/qu');
    await screen.waitFor(/ {2}\/queue +who is speaking, and who is waiting\n {2}\/quit +leave; .*\nAlice ❯ \/qu\s*$/);
    screen.press('Tab');
    screen.press('Tab');
    screen.type('e');
    await screen.waitFor(/\n\n {2}\/queue +who is speaking, and who is waiting\nAlice ❯ \/que\s*$/);
    screen.press('Tab');
    await screen.waitFor(/Alice ❯ \/queue\s*$/);
    screen.press('Escape');
    await screen.waitFor(/leaves\.\n+Alice → Sarah ❯\s*$/);
    expect(screen.text(true)).not.toContain('/quit');
  });

  it('stops the agent that speaks at Esc, and never leaves by it', async () => {
    enter('go on');
    await screen.waitFor(/word5/);
    screen.press('Escape');
    await screen.waitFor(/✗ turn 1 · cancelled/);
    for (let count = 0; count < 3; count += 1) screen.press('Escape');
    enter('quick');
    await screen.waitFor(/Quick answer\.[\s\S]*✓ \d[\s\S]* {2}.* · context: Sarah \d+ %\nAlice → \w+ ❯\s*$/);
  });

  it('leaves at Ctrl-C twice while an agent speaks, and can be resumed', async () => {
    enter('go on');
    await screen.waitFor(/word5/);
    screen.press('C-c');
    screen.press('C-c');
    await screen.waitFor(/exit code 130/);
    await screen.clear();
    enter('ctx resume');
    await screen.waitFor(/● Alice → Sarah\n {2}go on[\s\S]*Alice → \w+ ❯\s*$/);
    enter('quick');
    await screen.waitFor(/Quick answer\./);
  });

  it('asks at Ctrl-C whether the waiting agents continue', async () => {
    enter('@sarah, max: go on');
    await screen.waitFor(/word5[\s\S]*waiting: Max/);
    screen.press('C-c');
    await screen.waitFor(/Max is waiting to speak\. Continue with the queue\? \[Y\/n\]\s*$/);
    enter('n');
    await screen.waitFor(/dropped from the queue: Max[\s\S]*Alice → Sarah ❯\s*$/);
    expect(screen.text(true)).not.toContain('Max here');
    enter('@sarah, max: go on');
    await screen.waitFor(/waiting: Max/);
    screen.press('C-c');
    await screen.waitFor(/Continue with the queue\? \[Y\/n\]\s*$/);
    enter('');
    await screen.waitFor(/Max here\./);
  });

  it('makes escape sequences of an agent visible', async () => {
    enter('@max, the evil one');
    const text = await screen.waitFor(/end of evil[\s\S]*Alice → \w+ ❯\s*$/);
    expect(text).toContain('$ ctx chat');
    expect(text).toContain('the evil one');
    expect(screen.colored()).not.toContain('\u001b[31mred');
  });

  it('leaves at Ctrl-D', async () => {
    screen.press('C-d');
    await screen.waitFor(/exit code 0/);
  });

  it('redraws the input line after a resize', async () => {
    screen.type('a half-written quick');
    screen.resize(40, 60);
    await screen.waitFor(/❯ a half-written quick/);
    screen.press('Enter');
    await screen.waitFor(/Quick answer\./);
  });
});
