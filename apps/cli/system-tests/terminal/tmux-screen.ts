import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installCtx } from '../../src/__fixtures__/run-ctx.ts';
import type { ScriptedTeam } from '../../src/__fixtures__/scripted-team.ts';

/** A terminal in tmux, for tests that type and look like a person. */
export interface TmuxScreen {
  /** Types text, without Enter. */
  type(text: string): void;
  /** Pastes text as terminals do, in bracketed paste mode if the program asked for it. */
  paste(text: string): void;
  /** Presses a key by tmux's name, such as `Enter` or `C-c`. */
  press(key: string): void;
  resize(columns: number, rows: number): void;
  /** The text on the screen; with `history`, also the text that was scrolled away. */
  text(history?: boolean): string;
  /** The same with colours and other attributes as escape codes. */
  colored(): string;
  /** The title of the terminal, which programs can set. */
  title(): string;
  /** Waits until the screen matches, and returns its text. */
  waitFor(pattern: RegExp): Promise<string>;
  /** Empties the screen and its history, at the prompt of the shell. */
  clear(): Promise<void>;
  close(): void;
}

const PATIENCE_MS = 60_000;
/** A screen that ends with the prompt of the shell. */
const PROMPT = /(?:^|\n)\$\s*$/;
let screens = 0;

/** Opens a screen with a shell in the team's folder, where `ctx` is the built program. */
export async function openScreen(
  team: ScriptedTeam,
  columns: number,
  rows: number,
  { term = 'xterm-256color', locale = 'C.UTF-8' } = {},
): Promise<TmuxScreen> {
  // Its own tmux server, so that the user's sessions and settings are not touched.
  const server = `ctx-test-${process.pid}-${++screens}`;
  const tmux = (...args: string[]) => {
    try {
      return execFileSync('tmux', ['-L', server, '-f', '/dev/null', ...args], { encoding: 'utf8' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new Error('tmux is not installed, and these tests look at a screen. Install it: apt-get install tmux');
    }
  };
  const shell = `env -i PATH=${team.path} HOME=${team.home} TERM=${term} LANG=${locale} GEMINI_API_KEY=none PS1='wait ' sh`;
  tmux('-u', 'new-session', '-d', '-s', 'main', '-x', String(columns), '-y', String(rows), '-c', team.folder, shell);
  const screen: TmuxScreen = {
    type: (text) => void tmux('send-keys', '-t', 'main', '-l', text),
    paste(text) {
      const file = join(tmpdir(), `${server}.paste`);
      writeFileSync(file, text);
      tmux('load-buffer', file);
      tmux('paste-buffer', '-p', '-t', 'main');
    },
    press: (key) => void tmux('send-keys', '-t', 'main', key),
    resize: (width, height) => void tmux('resize-window', '-t', 'main', '-x', String(width), '-y', String(height)),
    text: (history = false) => tmux('capture-pane', '-p', ...(history ? ['-S', '-5000'] : []), '-t', 'main'),
    colored: () => tmux('capture-pane', '-p', '-e', '-t', 'main'),
    title: () => tmux('display-message', '-p', '-t', 'main', '#{pane_title}').trim(),
    waitFor: (pattern) => untilMatching(() => screen.text(true), pattern),
    async clear() {
      screen.type('clear');
      screen.press('Enter');
      await untilMatching(() => screen.text(), /^\$\s*$/);
      tmux('clear-history', '-t', 'main');
    },
    close: () => void tmux('kill-server'),
  };
  // What is typed before the shell's first prompt would stand above it.
  await screen.waitFor(/(?:^|\n)wait\s*$/);
  // The shell gets its usual prompt with the last of its settings, so that the prompt shows that it is ready.
  screen.type(`alias ctx='${process.execPath} ${installCtx(team)}'; PS1='$ '; clear`);
  screen.press('Enter');
  await screen.waitFor(PROMPT);
  return screen;
}

async function untilMatching(read: () => string, pattern: RegExp): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const now = read();
    if (pattern.test(now)) return now;
    if (performance.now() > deadline) throw new Error(`The screen never showed ${pattern}. It shows:\n${now}`);
    await pause(50);
  }
}
