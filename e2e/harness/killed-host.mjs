// @ts-check
// A host that kills itself a while after its agent's process was started. Used by tests/killed-host.test.ts.
import { spawn } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync, writeSync } from 'node:fs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ runner: string, agent: 'claude' | 'codex' | 'gemini' | 'command', driver: any, input: any, options: object, killAfterMs?: number, orphan?: boolean }} Role */

/** @type {Role} */
const role = JSON.parse(readFileSync(0, 'utf8'));
/** @type {typeof import('../../packages/agent-runner/src/index.ts')} */
const runner = await import(role.runner);
const size = Buffer.byteLength(role.input.prompt);

/** @type {ChildProcess | undefined} */
let watchdog;
/** @type {ChildProcess | undefined} */
let agent;

subscribe('child_process', (message) => {
  const { process: child } = /** @type {{ process: ChildProcess }} */ (message);
  // It is announced just before it is started.
  queueMicrotask(() => {
    if (child.spawnargs.some((arg) => arg.includes('ctx-watchdog'))) watchdog = child;
    else if (agent === undefined) {
      agent = child;
      if (role.killAfterMs === undefined) measureReading();
      else if (role.killAfterMs === 0) die();
      else setTimeout(die, role.killAfterMs);
    }
  });
});

const { status } = await runner.run(runner[role.agent](role.driver), role.input, role.options);
tell({ status });

function measureReading() {
  const start = performance.now();
  const looking = setInterval(() => {
    if (!hasReadAll()) return;
    clearInterval(looking);
    tell({ readAfterMs: performance.now() - start });
  }, 1).unref();
}

function die() {
  tell({ hadReadAll: hasReadAll() });
  const [, stdout, stderr] = agent?.stdio ?? [];
  // Under load an agent may have ended before.
  if (role.orphan && stdout?.destroyed === false && stderr?.destroyed === false) {
    // Nothing ends the agent: its watchdog is dead too, and somebody still reads what it writes.
    watchdog?.kill('SIGKILL');
    const reader = ['-e', 'process.stdin.resume()'];
    spawn(process.execPath, reader, { stdio: [stdout, 'ignore', 'ignore', stderr], detached: true });
  }
  process.kill(process.pid, 'SIGKILL');
}

/** Whether the agent has read its stdin to the end, or has closed it, as the system knows. */
function hasReadAll() {
  try {
    const [, position] = /^pos:\s*(\d+)/m.exec(readFileSync(`/proc/${agent?.pid}/fdinfo/0`, 'utf8')) ?? [];
    return Number(position) >= size;
  } catch {
    return true;
  }
}

/** @param {object} what */
function tell(what) {
  writeSync(1, `${JSON.stringify(what)}\n`);
}
