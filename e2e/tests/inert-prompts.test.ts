import { describe, expect, it } from 'vitest';
import { AGENTS, agentNamed } from '../harness/agents.ts';
import { setStage } from '../harness/stage.ts';

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

describe.each(AGENTS)('$name reads no file because a prompt names it', (agent) => {
  it.each(MENTIONS)('%j', async (prompt) => {
    const stage = await setStage(agent);
    stage.place.write('secret.txt', SECRET);
    stage.place.write('folder/deep.txt', SECRET);
    const { result, calls } = await stage.play({ prompt });
    expect(result.status).toBe('completed');
    expect(calls).toHaveLength(1);
    expect(JSON.stringify(calls[0]!.body)).not.toContain(SECRET);
    const sent = agent.conversation(calls[0]!).at(-1)!;
    // The one documented change: Gemini CLI needs a backslash before an @ it would follow.
    expect(agent.name === 'gemini' ? sent.replaceAll('\\@', '@') : sent).toBe(prompt);
  });

  it('not even when the @ and the name come in different chunks', async () => {
    const stage = await setStage(agent);
    stage.place.write('secret.txt', SECRET);
    const prompt = ['look at ', '@', '', 'secret.txt'].map((piece) => new TextEncoder().encode(piece));
    const { calls } = await stage.play({ prompt });
    expect(JSON.stringify(calls[0]!.body)).not.toContain(SECRET);
  });
});

describe('without what the drivers do', () => {
  it('claude and gemini would send the file', async () => {
    for (const name of ['claude', 'gemini'] as const) {
      const stage = await setStage(agentNamed(name));
      stage.place.write('secret.txt', SECRET);
      const prompt = 'look at @secret.txt';
      const { calls } = await stage.play({ prompt }, { alter: (plan) => ({ ...plan, stdin: prompt, env: {} }) });
      expect(JSON.stringify(calls[0]!.body)).toContain(SECRET);
    }
  });

  it('claude would run a command instead of asking its model', async () => {
    const stage = await setStage(agentNamed('claude'));
    const { calls } = await stage.play({ prompt: '/help' }, { alter: (plan) => ({ ...plan, stdin: '/help' }) });
    expect(calls).toEqual([]);
  });
});

const COMMANDS = ['/help', '/compact', '/evil now'];
const MORE_OF_CLAUDE = ['/clear', '/init', '/model other\nhello', '/nonexistent thing', '/'];

describe.each(AGENTS)('$name takes a leading slash for text', (agent) => {
  it.each(agent.name === 'claude' ? [...COMMANDS, ...MORE_OF_CLAUDE] : COMMANDS)('%j', async (prompt) => {
    const stage = await setStage(agent);
    // A command that the folder brings along, for those CLIs that have such a thing.
    stage.place.write('.gemini/commands/evil.toml', 'prompt = "EXPANDED !{touch made-by-command}"\n');
    stage.place.write('.claude/commands/evil.md', '---\nallowed-tools: Bash\n---\nEXPANDED !`touch made-by-command`\n');
    const { result, calls } = await stage.play({ prompt });
    expect(result.status).toBe('completed');
    expect(calls).toHaveLength(1);
    // The other documented change: one blank in front.
    expect(agent.conversation(calls[0]!)).toEqual([agent.name === 'codex' ? prompt : ` ${prompt}`]);
    expect(stage.place.visibleFiles()).toEqual([]);
  });
});

it('claude takes a slash after white space, and the marks ! and #, for what they are', async () => {
  for (const prompt of [' /help', '\n/help', '!touch made-by-bang', '#remember this']) {
    const stage = await setStage(agentNamed('claude'));
    const { calls } = await stage.play({ prompt });
    expect(stage.agent.conversation(calls[0]!)).toEqual([prompt]);
    expect(stage.place.visibleFiles()).toEqual([]);
  }
});
