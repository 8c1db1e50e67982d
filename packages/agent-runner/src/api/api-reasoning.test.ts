import { describe, expect, it } from 'vitest';
import { MEMBERS, play, turn } from './__fixtures__/api-members.ts';
import { openModelServer } from './__fixtures__/open-model-server.ts';
import { says } from './__fixtures__/replies.ts';

const server = await openModelServer();

const TOOL = { name: 'read', execute: () => 'text' };

describe('openaiApi, with a service that streams its reasoning', () => {
  it('sends the reasoning of each call back, as DeepSeek requires', async () => {
    server.script(
      { chunks: [{ thought: 'First ' }, { thought: 'a.' }, { call: { id: 'c1', name: 'read' } }] },
      { chunks: [{ thought: 'Then b.' }, { text: 'One more.' }, { call: { id: 'c2', name: 'read' } }] },
      says('Done.'),
    );
    const driver = MEMBERS['openaiApi']!(server.baseUrl, { tools: [TOOL], model: 'deepseek-reasoner' });
    const { result } = await play(driver, turn('Read.'));
    expect(server.refused).toEqual([]);
    expect(result).toMatchObject({ status: 'completed', text: 'Done.' });
    const reasoning = server.taken[2]!.messages!.flatMap((message) => message.reasoning_content ?? []);
    expect(reasoning).toEqual(['First a.', 'Then b.']);
  });

  it('sends empty reasoning back to DeepSeek for a call without reasoning', async () => {
    server.script({ chunks: [{ call: { id: 'c1', name: 'read' } }] }, says('Done.'));
    await play(MEMBERS['openaiApi']!(server.baseUrl, { tools: [TOOL], model: 'deepseek-v4' }), turn('Read.'));
    expect(server.refused).toEqual([]);
  });

  it.each(['gpt-5', 'llama3'])('sends no reasoning to a service that uses another field for it: %s', async (model) => {
    const thought = { choices: [{ index: 0, delta: { reasoning: 'hm' }, finish_reason: null }] };
    server.script({ chunks: [{ raw: thought }, { call: { id: 'c1', name: 'read' } }] }, says('Done.'));
    const driver = MEMBERS['openaiApi']!(server.baseUrl, { tools: [TOOL], model });
    const { events } = await play(driver, turn('Read.'));
    expect(events).toContainEqual({ type: 'reasoning', text: 'hm' });
    expect(server.refused).toEqual([]);
    expect(JSON.stringify(server.taken[1])).not.toContain('reasoning_content');
  });

  it('hides thinking in the text if the caller sets thinkTags', async () => {
    server.script(says('<THINK', 'ING>hm</thin', 'king>Yes.'));
    const driver = MEMBERS['openaiApi']!(server.baseUrl, { model: 'magistral', thinkTags: true });
    const { shown, result } = await play(driver, turn('Hi'));
    expect(shown).toBe('Yes.');
    expect(result.text).toBe('Yes.');
  });

  it('keeps an answer that speaks of the tags, behind the thinking and without any', async () => {
    const driver = MEMBERS['openaiApi']!(server.baseUrl, { model: 'qwen3:8b' });
    for (const answer of ['Put it between `<think>` and `</think>`.', 'Models <think> first.']) {
      for (const thinking of ['', '<think>hm</think>\n\n']) {
        server.script(says(thinking, ...answer));
        const { events, shown, result } = await play(driver, turn('Hi'));
        expect(result).toMatchObject({ status: 'completed', text: answer });
        expect(shown).toBe(answer);
        expect(events.some((event) => event.type === 'notice')).toBe(false);
      }
    }
  });

  it('says that the text so far was thinking if a lone closing tag shows it, also at the end of the stream', async () => {
    const driver = MEMBERS['openaiApi']!(server.baseUrl, { model: 'qwen3:8b' });
    for (const thinking of ['They greet me.', 'They use the ` sign.']) {
      server.script(says(thinking, '\n</th', 'ink>\n\nHello!'));
      const { events, result } = await play(driver, turn('Hi'));
      expect(result.text).toBe('Hello!');
      const kinds = events.map((event) => (event.type === 'notice' ? event.kind : event.type));
      expect(kinds.slice(0, 3)).toEqual(['text-delta', 'restart', 'text-delta']);
    }
    server.script(says('They greet me.</think>Hello!'));
    const { events } = await play(driver, turn('Hi'));
    expect(events.some((event) => event.type === 'notice')).toBe(false);
  });
});
