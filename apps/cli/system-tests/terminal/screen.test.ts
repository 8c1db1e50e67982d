import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentScript } from '@ctx/scripted-agents';
import stringWidth from 'string-width';
import { afterEach, describe, expect, it } from 'vitest';
import { createScriptedTeam, type ScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';
import { openScreen, type TmuxScreen } from './tmux-screen.ts';

// The attributes as tmux prints them.
const ESCAPE = '\u001b[';
/** Speaks, goes on when the test has written the file beside the team's folder, and is at work until it is ended. */
const SLOW: AgentScript = {
  steps: [
    { type: 'deltas', parts: ['Slowly ', 'and steadily '] },
    { type: 'wait-for-file', path: '../go-on' },
    { type: 'deltas', parts: Array.from({ length: 200 }, () => 'and steadily ') },
    { type: 'hang' },
  ],
};
const CJK =
  '你好，世界！这是一个很长的中文句子，用来测试终端的换行行为，每个字符占两列，所以八十列只能放四十个字。日本語も同じです。';
const EMOJI = '👩‍👩‍👧‍👦 family 👍🏽 thumbs 🇨🇭 flag ';

describe('on a screen', () => {
  let screen: TmuxScreen | undefined;
  let team: ScriptedTeam | undefined;
  afterEach(() => screen?.close());

  async function open(scripts: Parameters<typeof createScriptedTeam>[0], columns = 80, rows = 50): Promise<TmuxScreen> {
    team = await createScriptedTeam(scripts);
    screen = await openScreen(team, columns, rows);
    return screen;
  }

  function goOn(): void {
    writeFileSync(join(team!.folder, '../go-on'), '');
  }

  function enter(text: string): void {
    screen?.type(text);
    screen?.press('Enter');
  }

  it.each([80, 120])('the demo fits %d columns, is coloured, and ends by itself', async (columns) => {
    const { waitFor, colored } = await open({}, columns, 60);
    enter('ctx demo');
    const text = await waitFor(/Try next[\s\S]*\n\$\s*$/);
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    expect(text).toMatch(/● Sarah {2}Claude Code\n {2}⚒ Grep reason=reuse → src\/session\.ts:3\n/);
    expect(text).toMatch(/3 {2}Gina .*1 of 2 earlier messages fit 1\.5 KB/);
    expect(text).toMatch(/4 {2}Max .*new text only \(2\.\d KB in full\)/);
    expect(text).toContain('± M src/session.ts +1 −1');
    expect(text).not.toMatch(/ · (?:thinking|writing)/);
    expect(colored()).toContain(`${ESCAPE}36m`);
  });

  it('NO_COLOR turns colours off', async () => {
    const { waitFor, colored } = await open({}, 80, 100);
    enter('NO_COLOR=1 ctx demo');
    await waitFor(/Try next[\s\S]*\n\$\s*$/);
    expect(colored().replaceAll(`${ESCAPE}0m`, '')).not.toContain(ESCAPE);
  });

  it.each([80, 120])('ideographs and emoji fill lines of %d columns and are never split', async (columns) => {
    const { waitFor } = await open(
      { claude: { steps: [{ type: 'text', text: `${CJK}\n\n${EMOJI.repeat(12)}` }] } },
      columns,
    );
    enter('ctx run hello');
    const text = await waitFor(/1 turn/);
    const lines = text.split('\n');
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    const first = lines.findIndex((line) => line.includes('你好'));
    expect(stringWidth(lines[first]!)).toBeGreaterThan(columns - 6);
    const joined = lines
      .slice(first)
      .map((line) => line.trim())
      .join('');
    expect(joined).toContain(CJK);
    expect(text.match(/family/g)).toHaveLength(12);
  });

  it('an answer of 200 lines is folded, with the command that shows all of it', async () => {
    const long = Array.from({ length: 200 }, (_, index) => `Line ${index + 1} of 200.`).join('\n');
    const { waitFor } = await open({ claude: { steps: [{ type: 'text', text: long }] } }, 80, 24);
    enter('ctx run "tell me all"');
    const text = await waitFor(/1 turn/);
    expect(text.match(/^ {2}Line \d+ of 200\.$/gm)).toHaveLength(120);
    const command = /… 80 lines folded: (ctx show \S+ 1)$/m.exec(text)?.[1];
    await screen?.clear();
    enter(`${command} | cat`);
    const shown = await waitFor(/Line 200 of 200\.\n[\s\S]*✓ turn 1/);
    expect(shown.match(/^ {2}Line \d+ of 200\.$/gm)).toHaveLength(200);
  });

  it('a status line shows who is working, and disappears at the end', async () => {
    const { waitFor } = await open({
      claude: {
        steps: [
          { type: 'wait-for-file', path: '../go-on' },
          { type: 'text', text: 'Done.' },
        ],
      },
    });
    enter('ctx run hello');
    await waitFor(/Sarah {2}\d\.\d s · .*thinking/);
    goOn();
    expect(await waitFor(/1 turn/)).not.toContain('thinking');
  });

  it('Ctrl-C in a run keeps the partial answer, and prints how to continue', async () => {
    const { press, waitFor, text } = await open({ claude: SLOW });
    enter('ctx run hello; echo "exit code $?"');
    await waitFor(/Slowly and steadily/);
    press('C-c');
    await waitFor(/exit code 130/);
    expect(text()).toMatch(/✗ turn 1 · cancelled · /);
    expect(text()).toMatch(/ctx: Interrupted\. The answer of Sarah was cut off\. Ask again with: ctx resume \d+/);
  });

  it('text wraps to the new width after a resize', async () => {
    const { resize, waitFor } = await open({ claude: SLOW }, 120);
    enter('ctx run hello');
    await waitFor(/Slowly and steadily/);
    resize(50, 50);
    goOn();
    await waitFor(/(\n {2}[a-z ]{30,48}){4}\n/);
  });

  it('escape sequences in an answer change neither title nor screen', async () => {
    const evil = '\u001b]0;pwned\u0007\u001b[2J\u001b[1;1Htop \u009b31mred\u001b[?1049h end';
    const { waitFor, colored, title } = await open({ claude: { steps: [{ type: 'text', text: evil }] } });
    const titleBefore = title();
    // The driver cleans an agent's text before the app sees it; a person's text reaches the app unchanged.
    enter(`ctx run "$(printf 'before\\033]0;pwned\\007\\033[2J\\033[31mred hand')"; ctx show; echo done`);
    const text = await waitFor(/done\n\$/);
    expect(text).toContain('$ ctx run');
    expect(text).toContain('end');
    expect(colored()).not.toContain(`${ESCAPE}31mred`);
    expect(title()).toBe(titleBefore);
  });
});
