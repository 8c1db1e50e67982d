// @ts-check
import { spawn, spawnSync } from 'node:child_process';

const IGNORE_SIGTERM = "process.on('SIGTERM', () => {});";

/**
 * Starts a process that only waits. A detached one is started by an intermediate process that exits at once, so that it has
 * no living parent, like a daemon.
 *
 * @param {{ detached?: boolean | undefined, ignoreSigterm?: boolean | undefined, lifetimeMs?: number | undefined }} step
 * @returns {number} its PID
 */
export function spawnIdle({ detached = false, ignoreSigterm = false, lifetimeMs = 60_000 }) {
  const code = `${ignoreSigterm ? IGNORE_SIGTERM : ''} setTimeout(() => process.exit(0), ${Number(lifetimeMs)});`;
  if (!detached) {
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    child.unref();
    return child.pid ?? -1;
  }
  const intermediate = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { detached: true, stdio: 'ignore' });
    child.unref();
    process.stdout.write(String(child.pid));
  `;
  return Number(spawnSync(process.execPath, ['-e', intermediate], { encoding: 'utf8' }).stdout);
}
