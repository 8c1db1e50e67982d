import { describe, expect, it } from 'vitest';
import { MEMBERS, type MemberOptions, play, turn } from './__fixtures__/api-members.ts';
import { startModelServer } from './__fixtures__/model-server.ts';
import { openModelServer } from './__fixtures__/open-model-server.ts';
import { says } from './__fixtures__/replies.ts';
import { toApiFailure } from './api-failure.ts';

const server = await openModelServer();

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe.each(Object.entries(MEMBERS))('failures of %s', (name, create) => {
  const member = (options: MemberOptions = {}) => create(server.baseUrl, options);

  it.each([
    [401, 'CTX_AGENT_AUTH'],
    [403, 'CTX_AGENT_AUTH'],
    [429, 'CTX_AGENT_RATE_LIMIT'],
    [400, 'CTX_AGENT_FAILED'],
    [404, 'CTX_AGENT_FAILED'],
    [500, 'CTX_AGENT_FAILED'],
    [503, 'CTX_AGENT_FAILED'],
  ])('maps HTTP %i to %s, with the server’s message', async (status, code) => {
    // Gemini's driver sends the request again after a 503.
    for (let replies = 0; replies < 3; replies += 1) server.script({ status, message: 'These are the words.' });
    const { events, result } = await play(member(), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code } });
    expect(result.error!.message).toContain('These are the words.');
    expect(result.error!.message).not.toContain('\n');
    expect(events).toContainEqual({ type: 'error', error: result.error });
  });

  it('gives the time until a retry, if the service did', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '31.5s' }];
    server.script({ status: 429, message: 'Slow down.', headers: { 'retry-after-ms': '31500' }, details });
    expect((await play(member(), turn('Hi'))).result.error!.retryAfterMs).toBe(31_500);
    server.script({ status: 429, message: 'Slow down.' });
    expect((await play(member(), turn('Hi'))).result.error).not.toHaveProperty('retryAfterMs');
  });

  it.each([
    [{ code: 429, message: 'Slow down.' }, 'failed', 'CTX_AGENT_RATE_LIMIT'],
    [{ code: 401, message: 'Who are you?' }, 'failed', 'CTX_AGENT_AUTH'],
    [{ code: 408, message: 'Too slow.' }, 'timed-out', 'CTX_AGENT_TIMEOUT'],
    [{ code: 500, message: 'Oh no.' }, 'failed', 'CTX_AGENT_FAILED'],
  ])('maps an error inside the stream to the same code as an HTTP status: %j', async (error, status, code) => {
    server.script({ chunks: [{ text: 'Half' }, { text: ' an ' }, { raw: { error } }] });
    const { events, result, shown } = await play(member(), turn('Hi'));
    expect(result).toMatchObject({ status, text: 'Half an ', error: { code } });
    expect(result.error!.message).toContain(error.message);
    expect(shown).toBe('Half an ');
    expect(events.some((event) => event.type === 'notice')).toBe(false);
  });

  it('fails when the server cannot be reached, and says why', async () => {
    const gone = await startModelServer();
    await gone.close();
    const { result } = await play(create(gone.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_FAILED' } });
    expect(result.error!.message).toContain('ECONNREFUSED');
  });

  it('fails with the partial answer when the connection breaks in the middle', async () => {
    server.script({ ...says('Half an '), ending: 'drop' });
    const { result, shown } = await play(member(), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', text: 'Half an ', error: { code: 'CTX_AGENT_FAILED' } });
    expect(shown).toBe('Half an ');
  });

  it('fails when the service refuses to answer', async () => {
    server.script({ ...says('I'), finish: name === 'geminiApi' ? 'SAFETY' : 'content_filter' });
    const { result } = await play(member(), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', text: 'I', error: { code: 'CTX_AGENT_FAILED' } });
  });

  it('is cancelled by the signal in the middle of an answer, and closes the connection', async () => {
    server.script({ ...says('Half an '), ending: 'hang' });
    const abort = new AbortController();
    const before = server.aborted;
    const { events, result } = await play(member(), turn('Hi'), abort.signal, (event) => {
      if (event.type === 'text-delta') abort.abort();
    });
    expect(result).toMatchObject({ status: 'cancelled', text: 'Half an ', error: { code: 'CTX_AGENT_CANCELLED' } });
    expect(events.some((event) => event.type === 'error')).toBe(false);
    await until(() => server.aborted > before);
  });

  it('is cancelled before it starts, without a request', async () => {
    const before = server.taken.length;
    const { result } = await play(member(), turn('Hi'), AbortSignal.abort());
    expect(result).toMatchObject({ status: 'cancelled', text: '' });
    expect(server.taken.length).toBe(before);
  });

  it('can be cancelled while a hanging tool ignores the signal', async () => {
    const stuck = { name: 'stuck', execute: () => new Promise(() => {}) };
    server.script({ chunks: [{ call: { name: 'stuck' } }] });
    const abort = new AbortController();
    const { result } = await play(member({ tools: [stuck] }), turn('Hi'), abort.signal, (event) => {
      if (event.type === 'tool-call') setTimeout(() => abort.abort(), 1);
    });
    expect(result.status).toBe('cancelled');
  });

  it('times out by a signal with a TimeoutError, and by the SDK’s own time-out', async () => {
    server.script({ chunks: [], ending: 'hang' }, { chunks: [], ending: 'hang' });
    const bySignal = await play(member(), turn('Hi'), AbortSignal.timeout(50));
    expect(bySignal.result).toMatchObject({ status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT' } });
    const bySdk = await play(member({ timeoutMs: 50 }), turn('Hi'));
    expect(bySdk.result).toMatchObject({ status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT' } });
  });

  it('closes the connection when the reader stops early', async () => {
    server.script({ ...says('Half an '), ending: 'hang' });
    const before = server.aborted;
    for await (const event of member().stream(turn('Hi'), { signal: new AbortController().signal })) {
      if (event.type === 'text-delta') break;
    }
    await until(() => server.aborted > before);
  });
});

describe('failures of a single service', () => {
  it('a wrong key, which Gemini reports with status 400, is CTX_AGENT_AUTH', async () => {
    server.script({ status: 400, message: 'API key not valid. Please pass a valid API key.' });
    const { result } = await play(MEMBERS['geminiApi']!(server.baseUrl), turn('Hi'));
    expect(result.error!.code).toBe('CTX_AGENT_AUTH');
  });

  it('a 503 of Gemini is tried again, at most twice, with a notice for each', async () => {
    const busy = { status: 503, message: 'The model is overloaded.' };
    server.script(busy, busy, says('Hi.'));
    const { events, result } = await play(MEMBERS['geminiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'completed', text: 'Hi.' });
    expect(events.filter((event) => event.type === 'notice' && event.kind === 'retry')).toHaveLength(2);
    expect(server.taken).toHaveLength(3);
  });

  it('a 503 inside the stream of Gemini is tried again only before the answer begins', async () => {
    const busy = { raw: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } } };
    server.script({ chunks: [busy] }, says('Hi.'), { chunks: [{ text: 'Half' }, busy] });
    const driver = MEMBERS['geminiApi']!(server.baseUrl);
    expect((await play(driver, turn('Hi'))).result).toMatchObject({ status: 'completed', text: 'Hi.' });
    expect((await play(driver, turn('Hi'))).result).toMatchObject({ status: 'failed', text: 'Half' });
  });

  it('a turn that waits to try again can be cancelled', async () => {
    server.script({ status: 503, message: 'The model is overloaded.' });
    const abort = new AbortController();
    const { result } = await play(MEMBERS['geminiApi']!(server.baseUrl), turn('Hi'), abort.signal, (event) => {
      if (event.type === 'notice') abort.abort();
    });
    expect(result.status).toBe('cancelled');
    expect(server.taken).toHaveLength(1);
  });

  it.each([
    [{ code: 'rate_limit_exceeded', message: 'Slow down.' }, 'CTX_AGENT_RATE_LIMIT'],
    [{ type: 'insufficient_quota', message: 'Pay first.' }, 'CTX_AGENT_RATE_LIMIT'],
    [{ code: '429', message: 'Slow down.' }, 'CTX_AGENT_RATE_LIMIT'],
    [{ type: 'invalid_api_key', message: 'No.' }, 'CTX_AGENT_AUTH'],
    [{ code: 'server_error', message: 'Oh no.' }, 'CTX_AGENT_FAILED'],
  ])('an error in words inside a stream of OpenAI’s format is understood: %j', async (error, code) => {
    server.script({ chunks: [{ raw: { error } }] });
    const { result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result).toMatchObject({ status: 'failed', error: { code } });
  });

  it('an error inside a stream of OpenAI’s format gives the time until a retry in words', async () => {
    const error = { code: 'rate_limit_exceeded', message: 'Rate limit reached. Please try again in 1.5s.' };
    server.script({ chunks: [{ raw: { error } }] });
    const { result } = await play(MEMBERS['openaiApi']!(server.baseUrl), turn('Hi'));
    expect(result.error).toMatchObject({ code: 'CTX_AGENT_RATE_LIMIT', retryAfterMs: 1_500 });
  });

  it('a prompt that Gemini blocks fails with the reason', async () => {
    server.script({ chunks: [{ raw: { promptFeedback: { blockReason: 'SAFETY' } } }] });
    const { result } = await play(MEMBERS['geminiApi']!(server.baseUrl), turn('Hi'));
    expect(result.error!.message).toContain('SAFETY');
  });

  it('arguments of an OpenAI model that are not JSON are returned to it as an error', async () => {
    server.script({ chunks: [{ call: { name: 'f', args: '{"path": unquoted}' } }] }, says('Sorry.'));
    const tool = { name: 'f', execute: () => expect.unreachable() };
    const { events, result } = await play(MEMBERS['openaiApi']!(server.baseUrl, { tools: [tool] }), turn('Hi'));
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-result', isError: true }));
    expect(result.text).toBe('Sorry.');
    expect(JSON.stringify(server.taken.at(-1))).toContain('unquoted');
  });
});

it('an error without a prototype fails the turn like any other', () => {
  const error = Object.assign(Object.create(null), { message: 'Odd.' });
  expect(toApiFailure(error, 'odd-api', new AbortController().signal)).toEqual({
    status: 'failed',
    error: { code: 'CTX_AGENT_FAILED', message: 'odd-api failed: Odd.' },
  });
});
