import { describe, expect, it } from 'vitest';
import { AGENTS, API_KEY } from '../harness/agents.ts';
import { createFixture, deliveredText } from '../harness/fixture.ts';
import { HELLO, hello, text, thinking } from '../model-server/index.ts';

const ANSWER = HELLO.join('');

describe.each(AGENTS)('an answer of $name', (agent) => {
  it('is delivered once, with usage and a session', async () => {
    const fixture = await createFixture(agent);
    const { events, result } = await fixture.runTurn({ prompt: 'Say hello. PROMPT-MARK' });
    expect(result).toMatchObject({ status: 'completed', text: ANSWER, exitCode: 0 });
    expect(result.error).toBeUndefined();
    expect(result.sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(result.usage).toMatchObject({ cachedInputTokens: 1000 });
    expect(deliveredText(events)).toBe(ANSWER);
    expect(events.filter(({ type }) => type === 'turn-end')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'session-start')).toEqual([
      expect.objectContaining({ sessionId: result.sessionId }),
    ]);
    expect(JSON.stringify(events)).not.toContain('PROMPT-MARK');
    expect(fixture.survivors()).toEqual([]);
  });

  it('is the text after a tool call; the call and its result are events', async () => {
    const fixture = await createFixture(agent);
    fixture.place.write('seen.txt', 'a file to list\n');
    fixture.server.react(listFiles(fixture.agent.name, fixture.place.project), hello());
    const { events, result, calls } = await fixture.runTurn({ prompt: 'List the files.' });
    expect(result).toMatchObject({ status: 'completed', text: ANSWER });
    const call = events.find((event) => event.type === 'tool-call');
    const outcome = events.find((event) => event.type === 'tool-result');
    expect(outcome).toMatchObject({ id: call!.id, isError: false });
    // Gemini CLI's stream leaves out the output of this tool.
    if (agent.name !== 'gemini') expect(outcome!.output).toContain('seen.txt');
    expect(calls).toHaveLength(2);
    expect(JSON.stringify(calls[1]!.body)).toContain('seen.txt');
  });

  it('does not contain the thoughts before it', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(thinking());
    const { events, result } = await fixture.runTurn({ prompt: 'Think.' });
    expect(result).toMatchObject({ status: 'completed', text: ANSWER });
    expect(deliveredText(events)).toBe(ANSWER);
    const thoughts = events.flatMap((event) => (event.type === 'reasoning' ? event.text : []));
    // Gemini CLI's stream contains no thoughts.
    expect(thoughts.join('')).toBe(agent.name === 'gemini' ? '' : 'Let me think.');
  });

  it('is empty if the model says nothing, and a notice or an error reports it', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(text());
    const { events, result } = await fixture.runTurn({ prompt: 'Say nothing.' });
    expect(result.text).toBe('');
    expect(deliveredText(events)).toBe('');
    const notices = events.flatMap((event) => (event.type === 'notice' ? event.kind : []));
    if (result.status === 'completed') expect(notices).toContain('empty-answer');
    else expect(result.error).toBeDefined();
  });

  it('does not reveal the API key', async () => {
    const fixture = await createFixture(agent);
    const { events, calls } = await fixture.runTurn({ prompt: 'Say hello.' });
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
