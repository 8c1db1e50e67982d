import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Browser, ContextOptions, Driver, Page } from './driver.ts';

/** As root, Chromium needs `--no-sandbox`. The others keep it from using the network. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // DNS rebinding, as an attacker's name server would do it.
  '--host-resolver-rules=MAP evil.example 127.0.0.1',
];

/** The paths in Debian and on GitHub's runners. */
const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Starts the machine's Chromium. */
export async function openBrowser(): Promise<Browser> {
  const named = process.env['CHROMIUM_PATH'];
  const paths = named === undefined ? USUAL_PATHS : [named];
  const executablePath = paths.find(existsSync);
  if (executablePath === undefined) {
    throw new Error(`There is no ${paths.join(' or ')}. Install chromium, or set CHROMIUM_PATH.`);
  }
  const require = createRequire(join(inject('browserDriver'), 'none.js'));
  const { chromium } = require('playwright-core') as Driver;
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** A page and its unexpected events. */
interface WatchedPage {
  readonly page: Page;
  /** Errors, console warnings, dialogs, and requests to other servers. */
  readonly trouble: readonly string[];
}

/** Opens an address in a new browser context. */
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

/** Waits until a script returns true. Playwright's own `waitForFunction` uses `eval`, which the page's policy forbids. */
export async function until(page: Page, script: string): Promise<void> {
  for (let tries = 0; !(await page.evaluate<boolean>(`Boolean(${script})`).catch(() => false)); tries += 1) {
    if (tries > 600) throw new Error(`Timed out waiting for: ${script}`);
    await page.waitForTimeout(50);
  }
}
