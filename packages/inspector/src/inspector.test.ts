import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createFileCatalog } from '@ctx/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Visit, visit } from './__fixtures__/browser-like.ts';
import { type HeldConversation, holdConversation } from './__fixtures__/held-conversation.ts';

let held: HeldConversation;
let visitor: Visit;
beforeEach(async () => {
  held = await holdConversation({ sarah: () => 'Hello, Alice.' });
  await held.say('Say hello.', 'sarah');
  visitor = await visit(createFileCatalog({ directory: held.directory }), { sessionId: 's1' });
});
afterEach(async () => {
  await visitor.inspector.close();
  await held.conversation.close();
});

const host = () => `127.0.0.1:${visitor.inspector.port}`;
const apiPaths = ['/api/sessions', '/api/sessions/s1/events', '/api/sessions/s1/turns/turn-1', '/api/search?q=hello'];

describe('access', () => {
  it('needs the cookie', async () => {
    for (const path of apiPaths) {
      expect([path, (await visitor.get(path, {})).status]).toEqual([path, 401]);
      expect([path, (await visitor.get(path, { cookie: `${visitor.cookie}x` })).status]).toEqual([path, 401]);
    }
    expect(await visitor.data('/api/sessions')).toMatchObject({
      first: 's1',
      sessions: [{ sessionId: 's1', team: 'crew' }],
    });
  });

  it('gives the cookie only for the token', async () => {
    const signIn = (body: string) => visitor.request('POST', '/api/sign-in', { body });
    for (const body of [
      '',
      'null',
      '{}',
      '{"token":1}',
      '{"token":""}',
      JSON.stringify({ token: `${visitor.token}x` }),
    ]) {
      const { status, headers } = await signIn(body);
      expect([body, status, headers['set-cookie']]).toEqual([body, 401, undefined]);
    }
    expect((await signIn('x'.repeat(100_000))).status).toBe(401);
    expect((await visitor.get(`/api/sign-in?token=${visitor.token}`)).status).toBe(401);
    const { headers } = await signIn(JSON.stringify({ token: visitor.token }));
    expect(String(headers['set-cookie'])).toMatch(/^ctx-inspector-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(String(headers['set-cookie'])).not.toContain(visitor.token);
  });

  it('has a new token and a new cookie at every start', async () => {
    const other = await visit(createFileCatalog({ directory: held.directory }));
    expect(other.token).not.toBe(visitor.token);
    const value = visitor.cookie.split('=')[1];
    expect(
      (await other.get('/api/sessions', { cookie: `ctx-inspector-${other.inspector.port}=${value}` })).status,
    ).toBe(401);
    await other.inspector.close();
  });
});

describe('requests from other sites', () => {
  it('are refused if their Host is foreign, as after DNS rebinding', async () => {
    const { cookie } = visitor;
    const { port } = visitor.inspector;
    for (const name of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '127.0.0.1:1',
      '127.0.0.1',
      `192.168.1.5:${port}`,
    ]) {
      for (const path of ['/', ...apiPaths]) {
        expect([name, (await visitor.get(path, { cookie, host: name })).status]).toEqual([name, 403]);
      }
    }
    for (const name of [`localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect([name, (await visitor.get('/api/sessions', { cookie, host: name })).status]).toEqual([name, 200]);
    }
  });

  it('are refused if their Host is empty, on any address', async () => {
    for (const address of ['127.0.0.1', '0.0.0.0', '']) {
      const open = await visit(createFileCatalog({ directory: held.directory }), { host: address });
      const { port } = open.inspector;
      for (const name of ['', ' ', `:${port}`, `[]:${port}`]) {
        // A raw socket, because Node's client sends no such header.
        const socket = connect(port, '127.0.0.1');
        socket.end(`GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
        expect([address, name, await text(socket)]).toEqual([address, name, expect.stringMatching(/^HTTP\/1\.1 403 /)]);
      }
      await open.inspector.close();
    }
  });

  it('are refused if their Origin or Sec-Fetch-Site is foreign', async () => {
    const { cookie } = visitor;
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:1', `https://${host()}`]) {
      expect((await visitor.get('/api/sessions', { cookie, host: host(), origin })).status).toBe(403);
      const body = JSON.stringify({ token: visitor.token });
      expect((await visitor.request('POST', '/api/sign-in', { body, headers: { origin } })).status).toBe(403);
    }
    expect((await visitor.get('/api/sessions', { cookie, host: host(), origin: `http://${host()}` })).status).toBe(200);
    expect((await visitor.get('/api/sessions', { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await visitor.get('/api/sessions', { cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
  });

  it('may name any IP address, but no foreign host name, if the inspector listens on all addresses', async () => {
    const open = await visit(createFileCatalog({ directory: held.directory }), { host: '0.0.0.0' });
    const { cookie, inspector } = open;
    expect((await open.get('/api/sessions', { cookie, host: `192.168.1.5:${inspector.port}` })).status).toBe(200);
    expect((await open.get('/api/sessions', { cookie, host: `evil.example:${inspector.port}` })).status).toBe(403);
    await inspector.close();
  });
});

describe('the server', () => {
  it('refuses methods that could change something', async () => {
    const headers = { cookie: visitor.cookie };
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect((await visitor.request(method, '/api/sessions/s1', { headers })).status).toBe(403);
    }
  });

  it('does not change the log or its folder', async () => {
    await held.conversation.close();
    const path = join(held.directory, 's1.jsonl');
    const before = [await readdir(held.directory), await readFile(path)];
    for (const request of apiPaths.filter((name) => !name.endsWith('events'))) await visitor.get(request);
    expect([await readdir(held.directory), await readFile(path)]).toEqual(before);
  });

  it('sends a content security policy that allows only the page’s own script and styles', async () => {
    const { headers } = await visitor.get('/', {});
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='");
    expect(policy).toContain("trusted-types 'none'");
    expect(policy).not.toMatch(/unsafe|\*|http/);
    for (const path of ['/', ...apiPaths.slice(0, 1)]) {
      const reply = await visitor.get(path);
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      });
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('answers 404 for unknown paths and never serves a file', async () => {
    const nowhere = [
      '/api/sessions/none/events',
      '/api/sessions/..%2f..%2fetc%2fpasswd/events',
      '/api/x',
      '/x',
      '/api/sessions/s1',
      '/api/sessions/s1/turns/turn-9',
      '/api/sessions/s1/turns/turn-9/prompt',
      '/api/sessions/s1/messages/none',
      '/api/sessions/%E0%A4%A/events',
    ];
    for (const path of nowhere) expect([path, (await visitor.get(path)).status]).toEqual([path, 404]);
  });
});

describe('search', () => {
  it('finds messages in all sessions, ignoring case', async () => {
    const other = await holdConversation({ max: () => 'The HELLO of another day' }, 's2', held.directory);
    await other.say('What?', 'max');
    await other.conversation.close();
    const { hits } = await visitor.data<{ hits: Record<string, unknown>[] }>('/api/search?q=hello');
    expect(hits.map(({ sessionId, speaker, found }) => [sessionId, speaker, found])).toEqual([
      ['s2', 'Max', 'HELLO'],
      ['s1', 'Sarah', 'Hello'],
      ['s1', 'Alice', 'hello'],
    ]);
    expect(hits[1]).toMatchObject({ before: '', after: ', Alice.' });
    await held.say('Hello again', 'sarah');
    expect(await visitor.data('/api/search?q=again')).toMatchObject({
      hits: [{ speaker: 'Alice' }],
      more: false,
      skipped: 0,
    });
    expect(await visitor.data('/api/search?q=%20')).toMatchObject({ hits: [] });
  });

  it('marks the right characters after one whose lower case is longer', async () => {
    await held.say('İİ (Hello there)', 'sarah');
    const { hits } = await visitor.data<{ hits: Record<string, unknown>[] }>('/api/search?q=(HELLO');
    expect(hits).toMatchObject([{ before: 'İİ ', found: '(Hello', after: ' there)' }]);
  });
});
