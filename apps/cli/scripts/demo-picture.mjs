// @ts-check
// Makes docs/demo.svg from a real run of `ctx demo`: node apps/cli/scripts/demo-picture.mjs
// Needs a build, and tmux as the terminal.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
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
writeFileSync(target, drawTerminal(chooseLines(lines), { columns: COLUMNS, title: 'ctx demo' }));
console.log(`Wrote ${target}`);

/** Runs the demo in tmux, and returns the screen after it with escape codes for its colours. */
async function record() {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-picture-'));
  const server = `ctx-picture-${process.pid}`;
  /** @param {...string} args */
  const tmux = (...args) => execFileSync('tmux', ['-L', server, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  // A link named `ctx`, so that the hints at the end say `ctx` instead of a path.
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
    throw new Error('The demo did not end in time.');
  } finally {
    tmux('kill-server');
  }
}
