import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { createFixture } from '../harness/fixture.ts';
import { CANARY } from '../harness/prepare-worker.ts';
import { hello, type ReceivedRequest } from '../model-server/index.ts';

/** Text of about `bytes` bytes with numbered lines, so that a lost, doubled or moved part is noticed. */
function numberedLines(bytes: number, label: string): string {
  const lines: string[] = [];
  for (let size = 0, n = 0; size < bytes; n++) {
    const line = `${label} line ${n}: {"quoted": "\\n"} ünï ✓ 🙂 \t end\n`;
    lines.push(line);
    size += Buffer.byteLength(line);
  }
  return lines.join('');
}

const PROMPT = `${numberedLines(800_000, 'prompt')}The last words.  \n`;
const SYSTEM = numberedLines(200_000, 'system');

/** Splits a text into chunks, also inside characters. */
function inChunks(text: string, size: number): Uint8Array[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

describe.each(AGENTS)('a request of $name', (agent) => {
  it('contains the whole prompt of 800 KB at its end, and 200 KB of system text', async () => {
    const fixture = await createFixture(agent);
    // As slow as a real model. If the answer to such a long prompt comes at once, Gemini CLI exits before it has
    // written all of its output.
    fixture.server.react({ ...hello(), delayMs: 200 });
    const { result, calls } = await fixture.runTurn({ prompt: PROMPT, systemFlag: SYSTEM });
    expect(result.status).toBe('completed');
    expect(calls).toHaveLength(1);
    const sent = agent.conversation(calls[0]!).at(-1)!;
    expect(sent.endsWith(PROMPT)).toBe(true);
    expect(systemPlace(agent, calls[0]!, sent)).toContain(SYSTEM);
    if (agent.name === 'claude') expect(sent === PROMPT).toBe(true);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('ctx-'))).toEqual([]);
  });

  it('is the same for a prompt in chunks that split characters', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react({ ...hello(), delayMs: 200 });
    const { calls } = await fixture.runTurn({ prompt: inChunks(PROMPT, 65_537) });
    expect(agent.conversation(calls[0]!).at(-1) === PROMPT).toBe(true);
  });

  it('contains a short system text', async () => {
    const fixture = await createFixture(agent);
    const { calls } = await fixture.runTurn({ prompt: 'Say hello.', systemFlag: 'Be brief: SYSTEM-MARK.' });
    const sent = agent.conversation(calls[0]!).at(-1)!;
    expect(systemPlace(agent, calls[0]!, sent)).toContain('Be brief: SYSTEM-MARK.');
    expect(sent.endsWith('Say hello.')).toBe(true);
  });

  it('names the chosen model, and there is only one request', async () => {
    const fixture = await createFixture(agent);
    const model = { claude: 'claude-haiku-4-5', codex: 'gpt-5.4', gemini: 'gemini-2.5-pro' }[agent.name];
    const { calls } = await fixture.runTurn({ prompt: 'Say hello.', model });
    expect(calls).toHaveLength(1);
    expect(agent.name === 'gemini' ? calls[0]!.path : calls[0]!.body.model).toContain(model);
  });

  it('goes to the model API; there are no other POST requests', async () => {
    const fixture = await createFixture(agent);
    await fixture.runTurn({ prompt: 'Say hello.' });
    expect(fixture.server.requests.filter(({ api, method }) => api === 'other' && method === 'POST')).toEqual([]);
  });
});

it('an agent does not get the environment of the host', async () => {
  const fixture = await createFixture(AGENTS.find(({ name }) => name === 'codex')!);
  fixture.server.react(fixture.agent.shell('env'), hello());
  const { calls } = await fixture.runTurn({ prompt: 'Show the environment.' });
  const shown = JSON.stringify(calls[1]!.body.input.at(-1));
  expect(shown).toContain(`HOME=${fixture.place.home}`);
  expect(shown).not.toContain(CANARY);
});

/** The text that contains the system text. Claude gets it separately; the others have it at the start of the prompt. */
function systemPlace(agent: Agent, { body }: ReceivedRequest, sent: string): string {
  return agent.name === 'claude' ? body.system.map(({ text }: { text: string }) => text).join('\n') : sent;
}
