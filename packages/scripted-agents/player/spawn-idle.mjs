// @ts-check
import { spawn, spawnSync } from 'node:child_process';

const SIGTERM_DEAF = "process.on('SIGTERM', () => {});";

/**
 * Starts a process that only waits, and tells its pid. A detached one is started by a go-between that leaves at once,
 * so that it belongs to nobody, as a daemon does.
 *
 * @param {{ detached?: boolean | undefined, ignoreSigterm?: boolean | undefined, lifetimeMs?: number | undefined }} step
 * @returns {number}
 */
export function spawnIdle({ detached = false, ignoreSigterm = false, lifetimeMs = 60_000 }) {
  const code = `${ignoreSigterm ? SIGTERM_DEAF : ''} setTimeout(() => process.exit(0), ${Number(lifetimeMs)});`;
  if (!detached) {
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
    child.unref();
    return child.pid ?? -1;
  }
  const goBetween = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { detached: true, stdio: 'ignore' });
    child.unref();
    process.stdout.write(String(child.pid));
  `;
  return Number(spawnSync(process.execPath, ['-e', goBetween], { encoding: 'utf8' }).stdout);
}
