import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../harness/driver.ts';
import { openBrowser, openPage } from '../harness/open-browser.ts';
import { emptyFolder, messageOf, startOf, writeSession } from '../harness/sessions.ts';
import { startView, type View } from '../harness/start-view.ts';

const RUN = 'window.__ran = true; fetch("http://evil.example/x")';

const HOSTILE = [
  `<script>${RUN}</script>`,
  `<img src=x onerror='${RUN}'>`,
  `<svg onload='${RUN}'></svg><iframe srcdoc="<script>parent.__ran = true</script>"></iframe>`,
  `[click](javascript:${encodeURIComponent(RUN)}) [data](data:text/html,<script>1</script>) [file](file:///etc/passwd) [vb](vbscript:x)`,
  '![remote](http://evil.example/pixel.png) ![data](data:image/svg+xml,<svg/>)',
  `<style>body { display: none }</style><link rel=stylesheet href=http://evil.example/x.css><base href=http://evil.example/>`,
  '<form action="http://evil.example/"><input name=a></form><meta http-equiv=refresh content="0;url=http://evil.example/">',
  `</script><script>${RUN}</script>`,
  'left\u202eright\u2066 zero\u200bwidth \u001b[31mred\u001b[0m \u0007 bell \u{e0041}tag',
  '```html\n<script>window.__ran = true</script>\n```',
  '```"><script>window.__ran=true</script>\ncode\n```',
  '| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |',
  `<a href="javascript:${RUN}">x</a> <http://evil.example/auto> http://evil.example/plain`,
  '&lt;script&gt;window.__ran=true&lt;/script&gt;',
];

let browser: Browser;
let view: View;
beforeAll(async () => {
  const folder = await emptyFolder();
  const name = '<img src=x onerror=alert(1)>\u202e';
  const start = startOf('hostile', name);
  await writeSession(folder, 'hostile', [
    { ...start, members: [{ id: 'max', name, type: 'ai', agentType: name }] } as typeof start,
    { type: 'task', task: `<script>${RUN}</script>`, at: 1 },
    ...HOSTILE.map((text, index) => messageOf(`m${index}`, text)),
    {
      type: 'turn-start',
      turn: 'turn-1',
      call: { id: 'call-1', member: 'max', replyTo: 'm0', intent: 'P2', byHuman: true },
      upTo: 'm0',
      repliesInRow: 0,
      promptHash: 'not it',
      at: 2,
    },
    {
      type: 'turn-end',
      turn: 'turn-1',
      member: 'max',
      status: 'failed',
      durationMs: 5,
      error: { code: 'CTX_AGENT_FAILED', message: `<img src=x onerror='${RUN}'>\u001b[2J` },
      trail: [{ tool: '<b>Bash</b>', line: `<script>${RUN}</script>\u202e`, ended: 'error' }],
      changes: {
        files: [{ path: '<img src=x onerror=alert(1)>', status: 'added', added: 1, removed: 0 }],
        patch: 'diff --git a/<img src=x> b/<img src=x>\n@@ -0,0 +1 @@\n+<script>window.__ran=true</script>\n',
      },
      at: 3,
    },
  ]);
  browser = await openBrowser();
  view = await startView(folder, 'hostile');
});
afterAll(async () => {
  await browser?.close();
  await view?.stop();
});

describe('hostile text of agents', () => {
  it('runs nothing, fetches nothing and hides nothing', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('#entry-m13').waitFor();
    for (const where of ['', 'turn-1/saw', 'turn-1/did', 'turn-1/cost', 'cost']) {
      await page.evaluate(`location.hash = '#/session/hostile/${where}'`);
      await page.waitForTimeout(300);
      expect(
        await page.evaluate(
          `[typeof window.__ran, document.querySelectorAll('main script, main img, main iframe, main style, main form, main svg, main link, .panel script, .panel img').length]`,
        ),
      ).toEqual(['undefined', 0]);
    }
    await page.evaluate(`location.hash = '#/session/hostile'`);
    await page.locator('#entry-m13').waitFor();
    const links = await page.evaluate<string[]>(`[...document.querySelectorAll('.body a')].map((link) => link.href)`);
    expect(links.filter((link) => !/^https?:|^mailto:/.test(link))).toEqual([]);
    const text = await page.locator('#entry-m8 .body').innerText();
    expect(text).toMatch(/left‹U\+202E›right‹U\+2066› zero‹U\+200B›width ␛\[31mred␛\[0m ␇ bell ‹U\+E0041›tag/);
    expect(await page.locator('#entry-m0 .body').innerText()).toContain('<script>');
    expect(await page.locator('.standing .task').innerText()).toContain('<script>');
    expect(trouble).toEqual([]);
  });

  it('is not shown as an exact prompt', async () => {
    const { page } = await openPage(browser, view.url);
    await page.locator('#entry-m13').waitFor();
    await page.evaluate(`location.hash = '#/session/hostile/turn-1/saw'`);
    await page.locator('.verdict').waitFor();
    expect(await page.locator('.verdict').innerText()).toContain('cannot be shown');
  });
});

describe('other sites', () => {
  it('can neither read a session nor sign in from the user’s own browser', async () => {
    const { origin } = new URL(view.url);
    const token = view.url.split('token=')[1];
    const site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html>'),
    );
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const context = await browser.newContext({});
    const page = await context.newPage();
    await page.goto(view.url);
    await page.locator('article').first().waitFor();
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);
    const foreign = await context.newPage();
    await foreign.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const tries = await foreign.evaluate(`(async () => {
      const results = [];
      for (const [path, options] of [
        ['/api/sessions', { credentials: 'include' }],
        ['/api/sessions', { credentials: 'include', mode: 'no-cors' }],
        ['/api/sign-in', { method: 'POST', credentials: 'include', mode: 'no-cors', body: JSON.stringify({ token: '${token}' }) }],
      ]) {
        try {
          const response = await fetch('${origin}' + path, options);
          results.push(response.type === 'opaque' ? 'opaque' : await response.text());
        } catch (error) {
          results.push('blocked');
        }
      }
      return results;
    })()`);
    expect(tries).toEqual(['blocked', 'blocked', 'blocked']);
    await context.close();
    site.close();
  });

  it('get no access through a host name that resolves to this machine', async () => {
    const context = await browser.newContext({});
    const page = await context.newPage();
    const reply = await page.goto(`http://evil.example:${view.port}/`);
    expect(reply!.status()).toBe(403);
    await context.close();
  });

  it('get no access with a wrong token or without one', async () => {
    const wrong = await browser.newContext({});
    const page = await wrong.newPage();
    await page.goto(`${view.url.split('#')[0]}#token=${'x'.repeat(43)}`);
    await page.locator('[role=alert]').waitFor();
    expect(await page.locator('[role=alert]').innerText()).toContain('not valid, or no longer valid');
    expect(await wrong.cookies()).toEqual([]);
    await page.goto(`${view.url.split('#')[0]}#/session/hostile`);
    await page.goto('about:blank');
    await page.goto(`${view.url.split('#')[0]}#/session/hostile`);
    await page.locator('[role=alert]').first().waitFor();
    expect(await page.locator('article').count()).toBe(0);
    await wrong.close();
  });
});
