import { describe, expect, it } from 'vitest';
import { AGENTS, API_KEY } from '../harness/agents.ts';
import { setStage } from '../harness/stage.ts';
import { HELLO, hello, text, thinking } from '../model-server/index.ts';

const ANSWER = HELLO.join('');

describe.each(AGENTS)('$name answers', (agent) => {
  it('with text: completed, delivered once, with usage and a session', async () => {
    const stage = await setStage(agent);
    const { events, result } = await stage.play({ prompt: 'Say hello. PROMPT-MARK' });
    expect(result).toMatchObject({ status: 'completed', text: ANSWER, exitCode: 0 });
    expect(result.error).toBeUndefined();
    expect(result.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(result.usage).toMatchObject({ cachedInputTokens: 1000 });
    expect(spoken(events)).toBe(ANSWER);
    expect(events.filter(({ type }) => type === 'turn-end')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'session-start')).toEqual([
      expect.objectContaining({ sessionId: result.sessionId }),
    ]);
    expect(JSON.stringify(events)).not.toContain('PROMPT-MARK');
    expect(stage.survivors()).toEqual([]);
  });

  it('after a tool call: the call and its result are events, the final text is what came after', async () => {
    const stage = await setStage(agent);
    stage.place.write('seen.txt', 'a file to list\n');
    stage.server.react(listFiles(stage.agent.name, stage.place.project), hello());
    const { events, result, calls } = await stage.play({ prompt: 'List the files.' });
    expect(result).toMatchObject({ status: 'completed', text: ANSWER });
    const call = events.find((event) => event.type === 'tool-call');
    const outcome = events.find((event) => event.type === 'tool-result');
    expect(outcome).toMatchObject({ id: call!.id, isError: false });
    // Gemini CLI's stream leaves out what this tool found.
    if (agent.name !== 'gemini') expect(outcome!.output).toContain('seen.txt');
    expect(calls).toHaveLength(2);
    expect(JSON.stringify(calls[1]!.body)).toContain('seen.txt');
  });

  it('after thinking: the thought is no part of the answer', async () => {
    const stage = await setStage(agent);
    stage.server.react(thinking());
    const { events, result } = await stage.play({ prompt: 'Think.' });
    expect(result).toMatchObject({ status: 'completed', text: ANSWER });
    expect(spoken(events)).toBe(ANSWER);
    const thoughts = events.flatMap((event) => (event.type === 'reasoning' ? event.text : []));
    // Gemini CLI keeps its model's thoughts to itself.
    expect(thoughts.join('')).toBe(agent.name === 'gemini' ? '' : 'Let me think.');
  });

  it('with nothing: never an invented text', async () => {
    const stage = await setStage(agent);
    stage.server.react(text());
    const { events, result } = await stage.play({ prompt: 'Say nothing.' });
    expect(result.text).toBe('');
    expect(spoken(events)).toBe('');
    const notices = events.flatMap((event) => (event.type === 'notice' ? event.kind : []));
    if (result.status === 'completed') expect(notices).toContain('empty-answer');
    else expect(result.error).toBeDefined();
  });

  it('without giving the key away', async () => {
    const stage = await setStage(agent);
    const { events, calls } = await stage.play({ prompt: 'Say hello.' });
    expect(JSON.stringify(calls[0]!.headers)).toContain(API_KEY);
    expect(JSON.stringify(events)).not.toContain(API_KEY);
  });
});

function listFiles(name: string, folder: string) {
  if (name === 'gemini') {
    return { blocks: [{ type: 'tool-call', name: 'list_directory', input: { dir_path: folder } }] } as const;
  }
  return AGENTS.find((agent) => agent.name === name)!.shell('ls');
}

function spoken(events: readonly { readonly type: string; readonly text?: unknown }[]): string {
  return events
    .flatMap((event) => (event.type === 'text' || event.type === 'text-delta' ? String(event.text) : []))
    .join('');
}
