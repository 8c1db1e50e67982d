import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from '../harness/driver.ts';
import { openBrowser, openPage, until } from '../harness/open-browser.ts';
import { emptyFolder, messageOf, startOf, writeSession } from '../harness/sessions.ts';
import { writeShowcase } from '../harness/showcase.ts';
import { startView, type View } from '../harness/start-view.ts';

const SHOTS = fileURLToPath(new URL('../.tmp/', import.meta.url));

let browser: Browser;
let view: View;
beforeAll(async () => {
  const folder = await emptyFolder();
  await writeSession(folder, 'older', [
    startOf('older', 'docs'),
    messageOf('m1', 'Where is the manual of the teapot?', true),
  ]);
  await writeShowcase(folder);
  await mkdir(SHOTS, { recursive: true });
  browser = await openBrowser();
  view = await startView(folder);
});
afterAll(async () => {
  await browser?.close();
  await view?.stop();
});

const go = (page: Page, where: string) => page.evaluate(`location.hash = '#/session/20260131-093000-4f2a9c/${where}'`);

describe('a finished session', () => {
  it('shows its messages with speaker and addressees, its task and who has the floor', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('article.message').last().waitFor();
    expect(await page.locator('article.message > header .name').first().innerText()).toBe('You');
    expect(await page.locator('article.message').nth(1).locator('header').innerText()).toMatch(/Sarah.*Max/s);
    expect(await page.locator('.standing').innerText()).toMatch(/Find out why.*You have the floor/s);
    expect(await page.locator('article.message table td').first().innerText()).toBe('4.1');
    expect(await page.locator('article.message .code-keyword').first().innerText()).toBe('const');
    expect(page.url()).not.toContain('token');
    expect(trouble).toEqual([]);
  });

  it('opens at its beginning, says that it ended, and has its last turn and a summary in view', async () => {
    const { page, trouble } = await openPage(browser, view.url, { viewport: { width: 1440, height: 600 } });
    await page.locator('article.message').last().waitFor();
    expect(await page.locator('.connection').innerText()).toBe('ended');
    await until(page, `document.querySelector('article.message').getBoundingClientRect().top > 0`);
    expect(await page.evaluate(`document.querySelector('.conversation').scrollTop`)).toBe(0);
    const summary = await page.locator('.summary').innerText();
    expect(summary).toMatch(/Last turn.*Max.*turn 6.*Who.*Sarah.*2 turns.*Max.*3 turns.*Cost.*at least \$0\.1797/s);
    expect(summary).toMatch(/Files changed.*src\/session\.ts.*\+5.*−3/s);
    expect(trouble).toEqual([]);
  });

  it('has the steps of a turn on its card, which opens the turn on a click, and code that can be copied', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    const card = page.locator('article.message').nth(2);
    await card.waitFor();
    expect(await card.locator('.steps summary').innerText()).toBe('4 steps: shell, apply_patch · 1 failed');
    await card.locator('.steps summary').click();
    expect(await card.locator('.steps li').nth(2).innerText()).toMatch(/failed:.*shell.*npm test -- session/s);
    await page.evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
    await card.locator('.copy').click();
    await until(page, `document.querySelectorAll('article.message')[2].querySelector('.copy').innerText === 'copied'`);
    expect(await page.evaluate('window.copied')).toContain('if (token === session.previous && inGrace)');
    expect(page.url()).not.toContain('turn-2');
    await card.locator('header').click();
    await page.locator('.panel h2').waitFor();
    expect(await page.locator('.panel h2').innerText()).toMatch(/turn 2.*Max/s);
    expect(trouble).toEqual([]);
  });

  it('shows the exact prompt of a turn, and line by line what changed since the previous one', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('article.message').last().waitFor();
    await go(page, 'turn-4/saw');
    await page.locator('.verdict').waitFor();
    expect(await page.locator('.verdict').innerText()).toContain('Exactly what was sent');
    expect(await page.locator('.panel h2').innerText()).toMatch(/turn 4.*Max/s);
    expect(await page.locator('details.section summary b').allInnerTexts()).toEqual(
      expect.arrayContaining(['instructions', 'task', 'context', 'message']),
    );
    expect(await page.locator('.bar-row').first().innerText()).toMatch(/Bytes.* of 768 KB/s);
    expect(await page.locator('.bar-row').nth(1).innerText()).toMatch(/Tokens/);
    await page.getByRole('tab', { name: /Difference/ }).click();
    expect(await page.locator('.diff-head').innerText()).toMatch(
      /Against turn 2: \d+ lines? added, \d+ lines? removed/,
    );
    expect((await page.locator('.diff-lines .added').allInnerTexts()).join('\n')).toContain('Compare in the database');
    expect(trouble).toEqual([]);
  });

  it('shows which messages were left out of a prompt, and why', async () => {
    const { page } = await openPage(browser, view.url);
    await page.locator('article.message').last().waitFor();
    await go(page, 'turn-3/saw');
    await page.locator('.facts-list').first().waitFor();
    expect(await page.locator('.facts-list').first().innerText()).toMatch(/the oldest left out: over the budget/);
  });

  it('shows the tools of a turn with their times, and its patch by file', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('article.message').last().waitFor();
    await go(page, 'turn-2/did');
    await page.locator('.trail li').first().waitFor();
    expect(await page.locator('.trail li').count()).toBe(4);
    expect(await page.locator('.trail li').nth(2).innerText()).toMatch(
      /failed:.*shell.*npm test -- session.* s\nreturned \d+ lines?/s,
    );
    const output = page.locator('.trail li').nth(2).locator('.folded-text').last();
    expect(await output.locator('pre').isVisible()).toBe(false);
    await output.locator('summary').click();
    expect(await output.locator('pre').innerText()).toContain('passed');
    expect(await page.locator('details.patched summary').allInnerTexts()).toEqual([
      'src/session.ts',
      'src/session.test.ts',
    ]);
    expect(await page.locator('details.patched .added').count()).toBe(9);
    expect(await page.locator('details.patched .removed').count()).toBe(1);
    expect(trouble).toEqual([]);
  });

  it('shows its cost as a plot and in tables, with “unknown” for missing numbers', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('article.message').last().waitFor();
    await go(page, 'cost');
    await page.locator('.plot canvas').waitFor();
    const rows = await page.locator('table.numbers').first().locator('tbody tr').allInnerTexts();
    expect(rows[0]).toMatch(/Sarah\s+101\.0k\s+78\.5k\s+1\.3k\s+\$0\.1797/);
    expect(rows[2]).toMatch(/Gina\s+22\.9k\s+unknown\s+640\s+unknown/);
    expect(await drawnPixels(page)).toBeGreaterThan(500);
    await page.getByRole('tab', { name: 'Money' }).click();
    await page.getByRole('tab', { name: 'Money', selected: true }).waitFor();
    await page.locator('.plot canvas').waitFor();
    expect(await drawnPixels(page)).toBeGreaterThan(500);
    expect(trouble).toEqual([]);
  });

  it('has a search over all sessions, whose hits lead to their messages', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('#search').fill('TEAPOT');
    await page.locator('.hits a').first().click();
    await page.locator('article.found').waitFor();
    expect(await page.locator('article.found').innerText()).toContain('manual of the teapot');
    await page.locator('#search').fill('two tabs');
    await page.locator('.hits mark').first().waitFor();
    expect(await page.locator('.hit-count').innerText()).toMatch(/^\d hits?$/);
    expect(trouble).toEqual([]);
  });

  it('can be operated with the keyboard alone', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('article.message').last().waitFor();
    await page.keyboard.press('g');
    await until(page, `document.activeElement.matches('article.message.person')`);
    await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement.dataset.turn')).toBe('turn-1');
    await page.keyboard.press('Enter');
    await page.locator('.verdict').waitFor();
    await page.keyboard.press(']');
    await until(page, `document.querySelector('.panel h2').innerText.includes('turn 2')`);
    await page.keyboard.press('2');
    await page.locator('.trail li').first().waitFor();
    await page.keyboard.press('3');
    await page.locator('.panel table.numbers').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'hidden' });
    await page.keyboard.press('c');
    await page.locator('.plot canvas').waitFor();
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await page.keyboard.type('database');
    await page.locator('.hits a').first().waitFor();
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await page.locator('article.found').waitFor();
    expect(trouble).toEqual([]);
  });

  it('has an accessible name for every control', async () => {
    const { page } = await openPage(browser, view.url);
    await page.locator('article.message').last().waitFor();
    for (const where of ['', 'turn-2/saw', 'turn-2/did', 'cost']) {
      await go(page, where);
      await page.waitForTimeout(300);
      expect(await page.evaluate(NAMELESS)).toEqual([]);
    }
  });

  it('makes the screenshot for the README', async () => {
    const { page } = await openPage(browser, view.url, { viewport: { width: 1360, height: 850 } });
    await page.locator('article.message').last().waitFor();
    await go(page, 'turn-4/saw');
    await page.getByRole('tab', { name: /Difference/ }).click();
    await page.waitForTimeout(300);
    const shot = await page.screenshot({ path: `${SHOTS}readme.png` });
    expect(shot.length).toBeGreaterThan(50_000);
  });

  it.each([
    [360, 740],
    [1024, 768],
    [1600, 1000],
  ])('fits into a width of %i pixels, light and dark', async (width, height) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, trouble } = await openPage(browser, view.url, { viewport: { width, height }, colorScheme });
      await page.locator('article.message').last().waitFor();
      for (const [name, where] of Object.entries({
        conversation: '',
        saw: 'turn-4/saw',
        did: 'turn-2/did',
        turn: 'turn-4/cost',
        cost: 'cost',
      })) {
        await go(page, where);
        await page.waitForTimeout(400);
        await page.screenshot({ path: `${SHOTS}${width}-${colorScheme}-${name}.png` });
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, width]);
      }
      const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      const brightness = Number(/\d+/.exec(background)?.[0]);
      expect(colorScheme === 'dark' ? brightness < 60 : brightness > 200).toBe(true);
      expect(trouble).toEqual([]);
      await page.close();
    }
  });
});

const NAMELESS = `[...document.querySelectorAll('a, button, input, [role=tab], [role=img], summary')]
  .filter((element) => element.checkVisibility())
  .filter((element) => !(element.getAttribute('aria-label') || element.innerText.trim() || element.labels?.length))
  .map((element) => element.outerHTML.slice(0, 100))`;

// From a copy: the browser warns when a canvas is read twice, as it is if the second plot comes late.
function drawnPixels(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('.plot canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let drawn = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) drawn += 1;
    return drawn;
  })()`);
}
