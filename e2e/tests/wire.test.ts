import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { CANARY } from '../harness/prepare-worker.ts';
import { setStage } from '../harness/stage.ts';
import { hello, type ReceivedRequest } from '../model-server/index.ts';

/** Text of about so many bytes in which a lost, doubled or moved piece is seen, with characters of all lengths. */
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

/** The prompt as chunks that split characters. */
function inChunks(text: string, size: number): Uint8Array[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));
}

describe.each(AGENTS)('what $name sends', (agent) => {
  it('ends with the whole prompt, 800 KB of it, and has 200 KB of system text in its place', async () => {
    const stage = await setStage(agent);
    // As slow as a model: Gemini CLI loses the end of its own output when the answer to a prompt of this size is there at
    // once, because it exits before the echoed prompt is written.
    stage.server.react({ ...hello(), delayMs: 200 });
    const { result, calls } = await stage.play({ prompt: PROMPT, systemFlag: SYSTEM });
    expect(result.status).toBe('completed');
    expect(calls).toHaveLength(1);
    const sent = agent.conversation(calls[0]!).at(-1)!;
    expect(sent.endsWith(PROMPT)).toBe(true);
    expect(systemPlace(agent, calls[0]!, sent)).toContain(SYSTEM);
    if (agent.name === 'claude') expect(sent === PROMPT).toBe(true);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('ctx-'))).toEqual([]);
  });

  it('is the same for a prompt in chunks that split characters', async () => {
    const stage = await setStage(agent);
    stage.server.react({ ...hello(), delayMs: 200 });
    const { calls } = await stage.play({ prompt: inChunks(PROMPT, 65_537) });
    expect(agent.conversation(calls[0]!).at(-1) === PROMPT).toBe(true);
  });

  it('has a short system text in its place', async () => {
    const stage = await setStage(agent);
    const { calls } = await stage.play({ prompt: 'Say hello.', systemFlag: 'Be brief: SYSTEM-MARK.' });
    const sent = agent.conversation(calls[0]!).at(-1)!;
    expect(systemPlace(agent, calls[0]!, sent)).toContain('Be brief: SYSTEM-MARK.');
    expect(sent.endsWith('Say hello.')).toBe(true);
  });

  it('goes to the model that was asked for, in one request', async () => {
    const stage = await setStage(agent);
    const model = { claude: 'claude-haiku-4-5', codex: 'gpt-5.4', gemini: 'gemini-2.5-pro' }[agent.name];
    const { calls } = await stage.play({ prompt: 'Say hello.', model });
    expect(calls).toHaveLength(1);
    expect(agent.name === 'gemini' ? calls[0]!.path : calls[0]!.body.model).toContain(model);
  });

  it('goes to the model server alone', async () => {
    const stage = await setStage(agent);
    await stage.play({ prompt: 'Say hello.' });
    expect(stage.server.requests.filter(({ api, method }) => api === 'other' && method === 'POST')).toEqual([]);
  });
});

it('the environment of the host stays with the host', async () => {
  const stage = await setStage(AGENTS.find(({ name }) => name === 'codex')!);
  stage.server.react(stage.agent.shell('env'), hello());
  const { calls } = await stage.play({ prompt: 'Show the environment.' });
  const shown = JSON.stringify(calls[1]!.body.input.at(-1));
  expect(shown).toContain(`HOME=${stage.place.home}`);
  expect(shown).not.toContain(CANARY);
});

/** Claude takes system text apart from the prompt; the others have it in the prompt, before everything else. */
function systemPlace(agent: Agent, { body }: ReceivedRequest, sent: string): string {
  return agent.name === 'claude' ? body.system.map(({ text }: { text: string }) => text).join('\n') : sent;
}
