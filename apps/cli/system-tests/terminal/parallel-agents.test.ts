import type { AgentScript } from '@ctx/scripted-agents';
import stringWidth from 'string-width';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createScriptedTeam, TEAM_FILE } from '../../src/__fixtures__/scripted-team.ts';
import { openScreen, type TmuxScreen } from './tmux-screen.ts';

/** An agent that speaks, and is then at work until it is ended. */
const streams = (name: string): AgentScript => ({
  steps: [{ type: 'deltas', parts: Array.from({ length: 40 }, (_, index) => `${name}${index} `) }, { type: 'hang' }],
});

async function openTeam(columns: number, options?: { term: string }): Promise<TmuxScreen> {
  const scripts = { claude: streams('s'), codex: streams('m'), gemini: streams('g') };
  const team = await createScriptedTeam(scripts, `parallel: true\n${TEAM_FILE}`);
  const screen = await openScreen(team, columns, 40, options);
  onTestFinished(() => screen.close());
  return screen;
}

function enter(screen: TmuxScreen, text: string): void {
  screen.type(text);
  screen.press('Enter');
}

describe('three agents at the same time', () => {
  it.each([60, 80, 120, 200])(
    'are all visible on %d columns, also after a resize, and a text must name one of them',
    async (columns) => {
      const screen = await openTeam(columns);
      enter(screen, 'ctx chat');
      await screen.waitFor(/Alice → Sarah ❯\s*$/);
      enter(screen, '@all: go');
      // Whoever speaks first is above.
      await screen.waitFor(/^(?=[\s\S]*Sarah {2}\d)(?=[\s\S]*Max {2}\d)(?=[\s\S]*Gina {2}\d)[\s\S]*Alice → \? ❯\s*$/);
      screen.type('No, stop');
      await screen.waitFor(/g9[\s\S]*Alice → \? ❯ No, stop\s*$/);
      screen.press('Enter');
      await screen.waitFor(
        /Who should get this\? Begin with one of:\s+@sarah,\s+@max,\s+@gina,\s+@all\.\n[\s\S]*❯ No, stop\s*$/,
      );
      screen.resize(50, 30);
      await screen.waitFor(/❯ No, stop\s*$/);
      screen.press('Home');
      screen.type('@sarah ');
      await screen.waitFor(/Alice → Sarah ❯ @sarah No, stop\s*$/);
      const lines = screen.text().split('\n');
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(50);
      expect(lines.filter((line) => line.includes('❯'))).toHaveLength(1);
      screen.press('Enter');
      await screen.waitFor(/● Alice → Sarah\n {2}No, stop\n {2}waits for/);
    },
  );
});

describe('a dumb terminal', () => {
  it('gets plain lines, and takes one message per line', async () => {
    const screen = await openTeam(80, { term: 'dumb' });
    enter(screen, 'ctx chat; echo "exit code $?"');
    await screen.waitFor(/crew {2}Sarah/);
    enter(screen, '@nobody hi');
    await screen.waitFor(/Nobody in the team is called "nobody"/);
    enter(screen, '/who');
    await screen.waitFor(/Max {4}Codex/);
    screen.press('C-d');
    await screen.waitFor(/exit code 2/);
    expect(screen.colored()).not.toContain('\u001b[3');
  });
});
