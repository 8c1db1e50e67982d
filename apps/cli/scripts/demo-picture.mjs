// @ts-check
// Makes docs/demo.svg from a real run of `ctx demo`: node apps/cli/scripts/demo-picture.mjs
// Needs tmux, which plays the terminal, and a build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chooseLines } from './choose-lines.mjs';
import { readStyledLines } from './styled-lines.mjs';
import { drawTerminal } from './terminal-svg.mjs';

const COLUMNS = 92;
const ROWS = 120;
const LONGEST_WAIT_MS = 60_000;
const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const target = fileURLToPath(new URL('../../../docs/demo.svg', import.meta.url));

const lines = readStyledLines(await record());
mkdirSync(fileURLToPath(new URL('.', `file://${target}`)), { recursive: true });
writeFileSync(target, drawTerminal(chooseLines(lines), { columns: COLUMNS, title: 'ctx demo' }));
console.log(`Wrote ${target}`);

/** The screen after the demo, as tmux gives it back: text with attributes. */
async function record() {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-picture-'));
  const server = `ctx-picture-${process.pid}`;
  /** @param {...string} args */
  const tmux = (...args) => execFileSync('tmux', ['-L', server, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  // A link of the name people type, so that the advice at the end reads as they will see it.
  execFileSync('ln', ['-s', bin, join(folder, 'ctx')]);
  const shell = `env -i PATH=${folder}:${process.env['PATH']} HOME=${folder} TERM=xterm-256color LANG=C.UTF-8 PS1='$ ' sh`;
  tmux('-u', 'new-session', '-d', '-s', 'main', '-x', String(COLUMNS), '-y', String(ROWS), '-c', folder, shell);
  try {
    tmux('send-keys', '-t', 'main', 'clear; ctx demo', 'Enter');
    for (const start = Date.now(); Date.now() - start < LONGEST_WAIT_MS; await pause(200)) {
      if (/Try next[\s\S]*\n\$\s*$/.test(tmux('capture-pane', '-p', '-t', 'main'))) {
        return tmux('capture-pane', '-p', '-e', '-t', 'main');
      }
    }
    throw new Error('The demo did not come to its end.');
  } finally {
    tmux('kill-server');
  }
}
