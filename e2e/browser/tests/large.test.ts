import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../harness/driver.ts';
import { openBrowser, openPage, until } from '../harness/open-browser.ts';
import { emptyFolder, messageOf, startOf, writeSession } from '../harness/sessions.ts';
import { startView, type View } from '../harness/start-view.ts';

const COUNT = 5_000;
const WORDS =
  'Some **words** about `code` that go on for a while, so that there is something to lay out.\n\n* one\n* two\n\n';

let browser: Browser;
let view: View;
beforeAll(async () => {
  const folder = await emptyFolder();
  const many = Array.from({ length: COUNT }, (_, index) =>
    messageOf(`m${index}`, `Message ${index}. ${WORDS.repeat(1 + (index % 7))}`, index % 2 === 0),
  );
  await writeSession(folder, 'many', [startOf('many'), ...many]);
  await writeSession(folder, 'huge', [
    startOf('huge'),
    messageOf('m0', 'Hello', true),
    messageOf('m1', `Huge ${'0123456789abcdef '.repeat(3_100_000)}`),
  ]);
  browser = await openBrowser();
  view = await startView(folder, 'many');
});
afterAll(async () => {
  await browser?.close();
  await view?.stop();
});

describe('a session of 5,000 messages', () => {
  it('opens at its beginning with few elements, scrolls, and can jump to any message', async () => {
    const began = performance.now();
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('#entry-m0').waitFor();
    console.log(
      `5,000 messages: the first one is visible after ${Math.round(performance.now() - began)} ms, new window included`,
    );
    const elements = () => page.evaluate<number>(`document.querySelectorAll('main *').length`);
    expect(await elements()).toBeLessThan(6_000);
    await until(page, `document.querySelector('#entry-m0').getBoundingClientRect().top > 0`);
    await page.keyboard.press('G');
    await until(page, `document.querySelector('#entry-m${COUNT - 1}')?.getBoundingClientRect().bottom < innerHeight`);
    await page.evaluate(`location.hash = '#/session/many/message/m2500'`);
    await until(
      page,
      `(() => { const box = document.querySelector('#entry-m2500')?.getBoundingClientRect(); return box && box.top > 0 && box.bottom < innerHeight + 400; })()`,
    );
    await page.keyboard.press('g');
    await until(page, `document.querySelector('#entry-m0')?.getBoundingClientRect().top > 0`);
    for (let count = 0; count < 40; count += 1) {
      await page.evaluate(`document.querySelector('.conversation').scrollBy(0, 2000)`);
      await page.waitForTimeout(20);
    }
    await until(
      page,
      `[...document.querySelectorAll('article')].some((one) => { const box = one.getBoundingClientRect(); return box.top < innerHeight && box.bottom > 100; })`,
    );
    expect(await elements()).toBeLessThan(12_000);
    expect(trouble).toEqual([]);
  });
});

describe('a message of 50 MB', () => {
  it('shows its beginning at once, and more when asked', async () => {
    const { page, trouble } = await openPage(browser, view.url);
    await page.locator('article').first().waitFor();
    await page.evaluate(`location.hash = '#/session/huge'`);
    await page.locator('#entry-m1 .fold button').waitFor();
    expect(await page.locator('#entry-m1 .fold button').innerText()).toBe('Show all 52,700,005 characters');
    await page.locator('#entry-m1 .fold button').click();
    await until(page, `document.querySelector('#entry-m1 .body').textContent.length > 200000`);
    expect(await page.locator('#entry-m1 .fold').innerText()).toMatch(
      /Show more of the 52,4\d\d,\d\d\d characters left/,
    );
    expect(trouble).toEqual([]);
  });
});
