import type { AgentScript } from '@ctx/scripted-agents';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createScriptedTeam } from '../src/__fixtures__/scripted-team.ts';
import { openScreen, type TmuxScreen } from './tmux-screen.ts';

const SLOW: AgentScript = {
  steps: [{ type: 'deltas', parts: Array.from({ length: 400 }, (_, index) => `word${index} `), delayMs: 60 }],
  replies: [{ when: 'quick', reply: 'Quick answer.' }],
};

describe('ctx chat', () => {
  let screen: TmuxScreen;
  beforeEach(async () => {
    const team = await createScriptedTeam({
      claude: SLOW,
      codex: {
        steps: [{ type: 'text', text: 'Max here. [NEXT: gina]' }],
        replies: [{ when: 'evil', reply: '\u001b[2J\u001b[1;1H\u001b]0;pwned\u0007\u001b[31mred\u009b2J end of evil' }],
      },
      gemini: { steps: [{ type: 'text', text: 'Gina here.' }] },
    });
    screen = await openScreen(team, 80, 60);
    enter('ctx chat; echo "exit code $?"');
    await screen.waitFor(/Alice ❯\s*$/);
  });
  afterEach(() => screen.close());

  function enter(text: string): void {
    screen.type(text);
    screen.press('Enter');
  }

  it('is a conversation: by name, by marker, and with whoever spoke last', async () => {
    enter('@max, who are you?');
    await screen.waitFor(
      /● Max {2}Codex\n {2}Max here\.[\s\S]*● Gina {2}Gemini CLI\n {2}Gina here\.[\s\S]*Alice ❯\s*$/,
    );
    enter('And you? [NEXT: sarah] quick');
    await screen.waitFor(/● Sarah {2}Claude Code\n {2}Quick answer\.[\s\S]*Alice ❯\s*$/);
    enter('Again, quick');
    await screen.waitFor(/Again, quick\n\n● Sarah {2}Claude Code\n {2}Quick answer\./);
  });

  it('has commands', async () => {
    enter('/help');
    await screen.waitFor(/\/explain \[turn\] .*\n[\s\S]*Alice ❯\s*$/);
    enter('/who');
    await screen.waitFor(/Sarah {2}Claude Code, read-only\n {2}Max {4}Codex/);
    enter('/task');
    await screen.waitFor(/There is no task/);
    enter('/task Ship it');
    await screen.waitFor(/team task: Ship it\n\nAlice ❯\s*$/);
    enter('/queue');
    await screen.waitFor(/Nobody speaks, and nobody waits/);
    enter('/explain');
    await screen.waitFor(/No agent has had a turn/);
    enter('@gina hello');
    await screen.waitFor(/Gina here\.[\s\S]*Alice ❯\s*$/);
    enter('/explain');
    await screen.waitFor(/Turn 1 {2}Gina answers Alice[\s\S]*task +\d+ B/);
    enter('/nonsense');
    await screen.waitFor(/There is no \/nonsense\. See \/help\./);
    enter('/quit');
    const text = await screen.waitFor(/exit code 0/);
    expect(text).toMatch(/Come back with: ctx resume \d+/);
  });

  it('runs commands that come at once each for itself', async () => {
    screen.type('/nonsense\n/queue\n/cancel\n');
    await screen.waitFor(/There is no \/nonsense\.[\s\S]*nobody waits\.\n {2}Nobody speaks\.\n\nAlice ❯\s*$/);
  });

  it('takes several lines that are pasted at once for one message', async () => {
    screen.type('one quick\ntwo quick\n');
    await screen.waitFor(/Quick answer\.[\s\S]*Alice ❯\s*$/);
    enter('/quit');
    await screen.waitFor(/exit code 0/);
    enter('ctx show');
    const text = await screen.waitFor(/● Alice → Sarah\n {2}one quick\n {2}two quick\n[\s\S]*✓ turn 1/);
    expect(text.match(/✓ turn/g)).toHaveLength(1);
  });

  it('leaves room to type while an agent speaks', async () => {
    enter('go on');
    await screen.waitFor(/word5/);
    screen.type('/que');
    await screen.waitFor(/^Alice ❯ \/que$/m);
    const before = screen.text();
    enter('ue');
    await screen.waitFor(/Sarah speaks now \(turn 1\)/);
    await screen.waitFor(new RegExp(`word${(before.match(/word\d+/g)?.length ?? 0) + 5}`));
    const words = screen.text(true).match(/word\d+/g) ?? [];
    expect(words).toEqual(Array.from({ length: words.length }, (_, index) => `word${index}`));
    enter('/cancel');
    await screen.waitFor(/✗ cancelled[\s\S]*Alice ❯\s*$/);
  });

  it('Ctrl-C once cancels the turn that runs and keeps what was said; twice leaves', async () => {
    enter('go on');
    await screen.waitFor(/word5/);
    screen.press('C-c');
    await screen.waitFor(/Ctrl-C again leaves\.[\s\S]*✗ cancelled[\s\S]*Alice ❯\s*$/);
    enter('quick');
    await screen.waitFor(/Quick answer\.[\s\S]*Alice ❯\s*$/);
    screen.press('C-c');
    screen.press('C-c');
    await screen.waitFor(/exit code 130/);
    enter('ctx show');
    await screen.waitFor(/Sarah cancelled/);
  });

  it('Ctrl-C twice leaves while an agent speaks, and the chat can be resumed', async () => {
    enter('go on');
    await screen.waitFor(/word5/);
    screen.press('C-c');
    screen.press('C-c');
    await screen.waitFor(/exit code 130/);
    enter('clear; ctx resume');
    await screen.waitFor(/● Alice → Sarah\n {2}go on[\s\S]*Alice ❯\s*$/);
    enter('quick');
    await screen.waitFor(/Quick answer\./);
  });

  it('obeys no escape sequence of an agent', async () => {
    enter('@max, the evil one');
    const text = await screen.waitFor(/end of evil[\s\S]*Alice ❯\s*$/);
    expect(text).toContain('$ ctx chat');
    expect(text).toContain('@max, the evil one');
    expect(screen.colored()).not.toContain('\u001b[31mred');
  });

  it('Ctrl-D leaves', async () => {
    screen.press('C-d');
    await screen.waitFor(/exit code 0/);
  });

  it('redraws what is being typed after a resize', async () => {
    screen.type('a half-written quick');
    screen.resize(40, 60);
    await screen.waitFor(/❯ a half-written quick/);
    screen.press('Enter');
    await screen.waitFor(/Quick answer\./);
  });
});
