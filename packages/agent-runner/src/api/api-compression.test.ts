import { describe, expect, it } from 'vitest';
import { MEMBERS, type MemberOptions, play, turn } from './__fixtures__/api-members.ts';
import { openModelServer } from './__fixtures__/open-model-server.ts';
import { type Reply, says } from './__fixtures__/replies.ts';

const server = await openModelServer();

/** Each result takes about 1,000 tokens. */
const TOOL = {
  name: 'read',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
  execute: ({ path }: { path: string }) => ({ text: `${path}: ${'some words '.repeat(500)}` }),
};

const call = (path: string): Reply => ({ chunks: [{ call: { id: `id-${path}`, name: 'read', args: { path } } }] });
const sent = (index: number) => JSON.stringify(server.taken[index]);

describe.each(Object.entries(MEMBERS))('%s, with compress', (_, create) => {
  const member = (options: MemberOptions = {}) => create(server.baseUrl, { tools: [TOOL], ...options });

  it('asks the same model for a summary before a request that would exceed the threshold', async () => {
    const summary = { ...says('a and b were read.'), usage: { input: 100, output: 10 } };
    server.script(call('a'), call('b'), summary, { ...says('Done.'), usage: { input: 7, output: 1 } });
    const { events, result } = await play(member({ compress: { tokenLimit: 2_500 } }), turn('Read all.'));
    expect(result).toMatchObject({ status: 'completed', text: 'Done.', usage: { inputTokens: 107, outputTokens: 11 } });
    expect(server.refused).toEqual([]);
    expect(sent(2)).toContain('Summarise the conversation above.');
    expect(sent(2)).toContain('Read all.');
    expect(server.taken[2]!.tools).toBeUndefined();
    expect(sent(3)).toContain('a and b were read.');
    expect(sent(3)).not.toContain('a: some words');
    expect(sent(3)).toContain('b: some words');
    expect(events).toContainEqual({
      type: 'notice',
      kind: 'warning',
      message: expect.stringMatching(/^The history was compressed from about \d{4} to \d{4} tokens\.$/),
    });
  });

  it("uses the caller's summarize function instead, and calls it only when needed", async () => {
    server.script(call('a'), call('b'), says('Done.'));
    const given: number[] = [];
    const summarize = (contents: readonly unknown[]) => {
      given.push(contents.length);
      return 'a was read.';
    };
    await play(member({ compress: { tokenLimit: 100_000, summarize } }), turn('Read all.'));
    expect(given).toEqual([]);
    server.script(call('a'), call('b'), says('Done.'));
    await play(member({ compress: { tokenLimit: 2_500, summarize } }), turn('Read all.'));
    expect(given).toEqual([3]);
    expect(server.refused).toEqual([]);
    expect(server.taken).toHaveLength(6);
    expect(sent(5)).toContain('a was read.');
  });

  it('counts the tokens of the system text and the tools too', async () => {
    server.script(call('a'), call('b'), says('Done.'));
    let asked = 0;
    const summarize = () => {
      asked += 1;
      return 'S';
    };
    const systemFlag = 'be brief '.repeat(1_000);
    await play(member({ compress: { tokenLimit: 5_000, summarize } }), turn('Read all.', { systemFlag }));
    expect(asked).toBe(1);
  });

  it('continues with the whole history when the summary fails, and does not try again', async () => {
    server.script(call('a'), call('b'), { status: 500, message: 'no' }, call('c'), says('Done.'));
    const { events, result } = await play(member({ compress: { tokenLimit: 2_500 } }), turn('Read all.'));
    expect(result).toMatchObject({ status: 'completed', text: 'Done.' });
    expect(sent(4)).toContain('a: some words');
    const notices = events.filter((event) => event.type === 'notice');
    expect(notices.map(({ message }) => message)).toEqual([
      'The history could not be compressed (summary-failed) and stays unchanged.',
    ]);
  });

  it('stops when it is cancelled while the summary is being written', async () => {
    const controller = new AbortController();
    server.script(call('a'), call('b'));
    const summarize = () => {
      controller.abort();
      return 'S';
    };
    const driver = member({ compress: { tokenLimit: 2_500, summarize } });
    const { result } = await play(driver, turn('Read all.'), controller.signal);
    expect(result.status).toBe('cancelled');
    expect(server.taken).toHaveLength(2);
  });

  it('refuses limits out of range when the driver is created', () => {
    expect(() => member({ compress: { tokenLimit: 0 } })).toThrow(RangeError);
    expect(() => member({ compress: { tokenLimit: 1, threshold: 2 } })).toThrow(RangeError);
  });
});
