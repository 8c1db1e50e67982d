import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Browser } from '../harness/driver.ts';
import { openBrowser, openPage, until } from '../harness/open-browser.ts';
import { emptyFolder } from '../harness/sessions.ts';
import { type LiveTeam, startLiveTeam, startView, type View } from '../harness/start-view.ts';

let browser: Browser;
let folder: string;
let team: LiveTeam;
let view: View;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  folder = await emptyFolder();
  team = await startLiveTeam(folder);
  view = await startView(folder, 'live');
});
afterEach(async () => {
  await team?.stop();
  await view?.stop();
});

describe('a conversation in another process', () => {
  it('shows the text of a running turn live, and then its answer', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('article.running').waitFor();
    expect(await page.locator('.connection').innerText()).toBe('live');
    expect(await page.locator('.standing').innerText()).toMatch(/Sarah has the floor.*waiting: Max/s);
    await until(page, `document.querySelector('.doing')?.innerText.includes('Read src/words.ts')`);
    team.next();
    await until(page, `document.querySelector('article.running .body').innerText.includes('The first word,')`);
    expect(await page.locator('article.running strong').innerText()).toBe('first');
    team.next();
    await until(page, `document.querySelector('article.running .body').innerText.includes('the second word,')`);
    team.next();
    team.next();
    await until(page, `document.querySelector('article.running')?.dataset.turn === 'turn-2'`);
    expect(await page.locator('article.message').nth(1).innerText()).toMatch(
      /Sarah.*The first word, the second word, the third.*turn 1/s,
    );
    await team.stop();
    await until(page, `document.querySelector('.connection').innerText === 'ended'`);
    expect(trouble).toEqual([]);
  });

  it('shows the prompt of a turn that still runs', async () => {
    const { page } = await openPage(browser, view.url);
    await page.locator('article.running .facts a').click();
    await page.locator('.verdict').waitFor();
    expect(await page.locator('.verdict').innerText()).toContain('Exactly what was sent');
    expect(await page.locator('.panel .ending').innerText()).toBe('running');
  });

  it('shows the same in three tabs, and leaves no live files next to the log', async () => {
    const tabs = [];
    for (let count = 0; count < 3; count += 1) tabs.push((await openPage(browser, view.url)).page);
    for (const page of tabs) await page.locator('article.running').waitFor();
    for (let steps = 0; steps < 8; steps += 1) {
      team.next();
      await tabs[0]!.waitForTimeout(150);
    }
    for (const page of tabs) {
      await until(page, `document.querySelector('.standing').innerText.includes('Alice has the floor')`);
      expect(await page.locator('article.message').count()).toBe(3);
    }
    expect((await readdir(join(folder, '.ctx/sessions'))).filter((name) => name.includes('live-'))).toEqual([]);
  });

  it('is complete in a page that was frozen for a while', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(view.url);
    await page.locator('article.running').waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    for (let steps = 0; steps < 8; steps += 1) {
      team.next();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await until(page, `document.querySelector('.standing').innerText.includes('Alice has the floor')`);
    expect(await page.locator('article.message').count()).toBe(3);
    await context.close();
  });
});
