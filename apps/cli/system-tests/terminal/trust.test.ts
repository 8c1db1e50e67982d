import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createScriptedTeam, TEAM_FILE } from '../../src/__fixtures__/scripted-team.ts';
import { openScreen } from './tmux-screen.ts';

const QUESTION = /Run this team\? You are asked again when its files change\. \[y\/N\]/;

it('ctx asks about a team file, and again during a chat when a file has changed', async () => {
  const teamFile = TEAM_FILE.replace('agentType: claude', 'agentType: claude, instructionFile: RULES.md');
  const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'Sarah is here.' }] } }, teamFile);
  await writeFile(join(team.folder, 'RULES.md'), 'Be kind.');
  await rm(join(team.home, '.config'), { recursive: true });
  // Wide enough for a message with the path of the team file on one line.
  const screen = await openScreen(team, 160, 40);
  onTestFinished(() => screen.close());
  const enter = (text: string) => {
    screen.type(text);
    screen.press('Enter');
  };

  enter('ctx run hi');
  expect(await screen.waitFor(QUESTION)).toMatch(/starts programs\n +sarah: claude/);
  enter('n');
  await screen.waitFor(/is not trusted, so nothing in it was run/);
  expect(screen.text(true)).not.toContain('Sarah is here.');

  await screen.clear();
  enter('ctx chat; echo "exit code $?"');
  await screen.waitFor(QUESTION);
  enter('y');
  await screen.waitFor(/Alice → Sarah ❯/);
  enter('hello');
  await screen.waitFor(/Sarah is here\.[\s\S]*Alice → \w+ ❯ *\n*$/);
  await writeFile(join(team.folder, 'RULES.md'), 'Be unkind.');
  enter('hello again');
  await screen.waitFor(/Changed since it was trusted: \S+RULES\.md\.[\s\S]*\[y\/N\]/);
  enter('n');
  await screen.waitFor(/✗ turn \d · failed: .*is not trusted/);
  enter('and now');
  // Matches the text before it too, because earlier questions are still on the screen.
  await screen.waitFor(/ and now[\s\S]*\[y\/N\]/);
  enter('y');
  await screen.waitFor(/Sarah is here\.[\s\S]*Sarah is here\./);
  enter('/quit');
  await screen.waitFor(/Come back with: ctx resume[\s\S]*exit code 0/);

  await screen.clear();
  enter('ctx run hi');
  await screen.waitFor(/1 turn/);
  expect(screen.text()).not.toMatch(QUESTION);
});
