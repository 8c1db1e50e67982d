import { placeOf } from '@ctx/agent-runner';
import { memberDriver, parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { isProcess } from '../agents/process-driver.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import { commandLines } from './command-lines.ts';

const SESSION = '01a1e987-8afc-7133-ba14-aad9052c9616';
const OUTPUT = {
  format: 'jsonl',
  sessionId: { where: { type: 's' }, path: 'id' },
  text: { where: { type: 't' }, path: 'x' },
};
const COMMAND = {
  agentType: 'command',
  command: ['sh', 'agent.sh'],
  args: ['-x'],
  modelFlag: '-c',
  model: 'touch made',
  resumeFlag: '-r',
  output: OUTPUT,
};
const limited = { permissionArgs: { 'read-only': ['-n'], edit: ['-e'], full: ['-f'] } };

const CASES: readonly (readonly [string, object])[] = [
  ...['claude', 'codex', 'gemini', 'qwen', 'opencode', 'copilot'].map(
    (type) => [type, { agentType: type, model: 'm' }] as const,
  ),
  ['a limited command', { ...COMMAND, ...limited }],
];

describe.each(CASES)('the command lines of %s that a person is shown', (_, fields) => {
  it.each(['read-only', 'edit', 'full'])(
    'are what its driver makes with %s, fresh and resumed',
    async (permissions) => {
      const team = parseTeam(JSON.stringify({ name: 't', members: [{ id: 'x', type: 'ai', permissions, ...fields }] }));
      const [member] = team.members;
      if (member?.type !== 'ai') throw new Error('no agent');
      const driver = await memberDriver(member, { env: {} });
      if (!isProcess(driver)) throw new Error('no program');
      const session = driver.sessions === 'keep' ? 'keep' : 'discard';
      const input = {
        prompt: 'x',
        systemFlag: 'Be kind.',
        model: member.model,
        permissions: member.permissions,
        session,
      } as const;
      const place = await placeOf();
      const line = (more: object) => {
        const { file, args } = driver.command({ ...input, ...more }, place);
        return [file, ...args]
          .map((word) => quoteForShell(word))
          .join(' ')
          .replace("'Be kind.'", 'INSTRUCTIONS');
      };
      const resumed = session === 'discard' ? [] : [`resumed: ${line({ resume: { sessionId: SESSION } })}`];
      const shown = await commandLines(member, team);
      expect(shown).toEqual([line({}), ...resumed].map((text) => text.replace(SESSION, 'SESSION')));
    },
  );
});

it('show flag and model of a command that nothing limits', async () => {
  const team = parseTeam(JSON.stringify({ name: 't', members: [{ id: 'x', type: 'ai', ...COMMAND }] }));
  const [member] = team.members;
  if (member?.type !== 'ai') throw new Error('no agent');
  expect(await commandLines(member, team)).toEqual([
    "sh agent.sh -x -c 'touch made'",
    "resumed: sh agent.sh -x -c 'touch made' -r SESSION",
  ]);
});
