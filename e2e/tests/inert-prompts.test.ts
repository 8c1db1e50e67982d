import { describe, expect, it } from 'vitest';
import { AGENTS, agentNamed } from '../harness/agents.ts';
import { createFixture } from '../harness/fixture.ts';

const SECRET = 'SECRET-FILE-CONTENT';

const MENTIONS = [
  '@secret.txt',
  [
    'reviewer: please look at @secret.txt now, or mail me@secret.txt',
    '@secret.txt at the beginning of a line, (@secret.txt) in brackets, 。@secret.txt',
    '@./secret.txt and @"secret.txt" and @secret.txt#L1 and @*.txt',
    '@agent-Explore @folder/deep.txt, @folder',
  ].join('\n'),
];

describe.each(AGENTS)('$name reads no file that a prompt mentions', (agent) => {
  it.each(MENTIONS)('%j', async (prompt) => {
    const fixture = await createFixture(agent);
    fixture.place.write('secret.txt', SECRET);
    fixture.place.write('folder/deep.txt', SECRET);
    const { result, calls } = await fixture.runTurn({ prompt });
    expect(result.status).toBe('completed');
    expect(calls).toHaveLength(1);
    expect(JSON.stringify(calls[0]!.body)).not.toContain(SECRET);
    const sent = agent.conversation(calls[0]!).at(-1)!;
    // One of two documented changes: the driver puts a backslash before an @ that Gemini CLI would follow.
    expect(agent.name === 'gemini' ? sent.replaceAll('\\@', '@') : sent).toBe(prompt);
  });

  it('even if the @ and the name are in different chunks', async () => {
    const fixture = await createFixture(agent);
    fixture.place.write('secret.txt', SECRET);
    const prompt = ['look at ', '@', '', 'secret.txt'].map((piece) => new TextEncoder().encode(piece));
    const { calls } = await fixture.runTurn({ prompt });
    expect(JSON.stringify(calls[0]!.body)).not.toContain(SECRET);
  });
});

describe('without the protection of the drivers', () => {
  it('claude and gemini would send the file', async () => {
    for (const name of ['claude', 'gemini'] as const) {
      const fixture = await createFixture(agentNamed(name));
      fixture.place.write('secret.txt', SECRET);
      const prompt = 'look at @secret.txt';
      const { calls } = await fixture.runTurn({ prompt }, { alter: (plan) => ({ ...plan, stdin: prompt, env: {} }) });
      expect(JSON.stringify(calls[0]!.body)).toContain(SECRET);
    }
  });

  it('claude would run a command instead of asking its model', async () => {
    const fixture = await createFixture(agentNamed('claude'));
    const { calls } = await fixture.runTurn({ prompt: '/help' }, { alter: (plan) => ({ ...plan, stdin: '/help' }) });
    expect(calls).toEqual([]);
  });
});

const COMMANDS = ['/help', '/compact', '/evil now'];
const CLAUDE_COMMANDS = ['/clear', '/init', '/model other\nhello', '/nonexistent thing', '/'];

describe.each(AGENTS)('$name treats a leading slash as text', (agent) => {
  it.each(agent.name === 'claude' ? [...COMMANDS, ...CLAUDE_COMMANDS] : COMMANDS)('%j', async (prompt) => {
    const fixture = await createFixture(agent);
    // A command defined in the project folder, for CLIs that have such commands.
    fixture.place.write('.gemini/commands/evil.toml', 'prompt = "EXPANDED !{touch made-by-command}"\n');
    fixture.place.write(
      '.claude/commands/evil.md',
      '---\nallowed-tools: Bash\n---\nEXPANDED !`touch made-by-command`\n',
    );
    const { result, calls } = await fixture.runTurn({ prompt });
    expect(result.status).toBe('completed');
    expect(calls).toHaveLength(1);
    // The other documented change: a space in front.
    expect(agent.conversation(calls[0]!)).toEqual([agent.name === 'codex' ? prompt : ` ${prompt}`]);
    expect(fixture.place.visibleFiles()).toEqual([]);
  });
});

it('claude treats a slash after white space, and a leading ! or #, as text', async () => {
  for (const prompt of [' /help', '\n/help', '!touch made-by-bang', '#remember this']) {
    const fixture = await createFixture(agentNamed('claude'));
    const { calls } = await fixture.runTurn({ prompt });
    expect(fixture.agent.conversation(calls[0]!)).toEqual([prompt]);
    expect(fixture.place.visibleFiles()).toEqual([]);
  }
});
