/** The part of playwright-core that the tests use. The package itself is installed outside the workspace. */
export interface Driver {
  readonly chromium: { launch(options: { executablePath: string; args: readonly string[] }): Promise<Browser> };
}

export interface Browser {
  newContext(options: ContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

export interface ContextOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

interface BrowserContext {
  newPage(): Promise<Page>;
  newCDPSession(page: Page): Promise<{ send(method: string, parameters?: object): Promise<unknown> }>;
  cookies(): Promise<readonly { name: string; httpOnly: boolean; sameSite: string }[]>;
  close(): Promise<void>;
}

export interface Page {
  goto(url: string): Promise<{ status(): number } | null>;
  url(): string;
  locator(selector: string): Locator;
  getByRole(role: string, options?: { name?: string | RegExp; exact?: boolean; selected?: boolean }): Locator;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  evaluate<Result>(script: string): Promise<Result>;
  waitForTimeout(milliseconds: number): Promise<void>;
  screenshot(options: { path: string }): Promise<Uint8Array>;
  setViewportSize(size: { width: number; height: number }): Promise<void>;
  on(event: 'request', listener: (request: { url(): string }) => void): void;
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'dialog', listener: (dialog: { message(): string; dismiss(): Promise<void> }) => void): void;
  close(): Promise<void>;
}

interface Locator {
  first(): Locator;
  last(): Locator;
  nth(index: number): Locator;
  locator(selector: string): Locator;
  click(): Promise<void>;
  fill(text: string): Promise<void>;
  focus(): Promise<void>;
  waitFor(options?: { state?: 'visible' | 'hidden' | 'attached'; timeout?: number }): Promise<void>;
  textContent(): Promise<string | null>;
  innerText(): Promise<string>;
  allInnerTexts(): Promise<string[]>;
  getAttribute(name: string): Promise<string | null>;
  count(): Promise<number>;
  isVisible(): Promise<boolean>;
}
