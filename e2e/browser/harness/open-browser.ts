import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Browser, ContextOptions, Driver, Page } from './driver.ts';

/** As root it has to run without a sandbox; the rest keeps it from talking to anybody but us. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // What a name server of an attacker would do.
  '--host-resolver-rules=MAP evil.example 127.0.0.1',
];

/** Debian's package, and what the runners of GitHub have. */
const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Starts the machine's Chromium. */
export async function openBrowser(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  const paths = named === undefined ? USUAL_PATHS : [named];
  const executablePath = paths.find(existsSync);
  if (executablePath === undefined)
    throw new Error(`There is no ${paths.join(' or ')}. Install chromium, or set CHROMIUM_PATH.`);
  const require = createRequire(join(inject('browserDriver'), 'none.js'));
  const { chromium } = require('playwright-core') as Driver;
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** A page, and everything about it that should not have happened. */
export interface WatchedPage {
  readonly page: Page;
  /** Scripts that failed or were blocked, windows that asked, requests to elsewhere. */
  readonly trouble: readonly string[];
}

/** Opens an inspector's address in a window of its own. */
export async function openPage(browser: Browser, url: string, options: ContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const trouble: string[] = [];
  const { origin } = new URL(url);
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') trouble.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) trouble.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  return { page, trouble };
}

/** Waits until a script says yes. The page's own policy forbids the driver's way of waiting, which makes a script of text. */
export async function until(page: Page, script: string): Promise<void> {
  for (let tries = 0; !(await page.evaluate<boolean>(`Boolean(${script})`).catch(() => false)); tries += 1) {
    if (tries > 600) throw new Error(`It did not become so: ${script}`);
    await page.waitForTimeout(50);
  }
}
