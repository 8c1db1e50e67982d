import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { TaskFailure } from './task-failure.mjs';

/**
 * Two ways to run a tool of the repo by its name, in the root folder. Both reject with a {@link TaskFailure}.
 * @typedef {(
 *   command: string,
 *   args: readonly string[],
 *   env?: Readonly<Record<string, string>>,
 *   nodeFolder?: string,
 * ) => Promise<void>} RunTool `nodeFolder` holds another Node than the one that runs this
 * @param {string} root
 * @returns {{ run: RunTool, runQuietly: RunTool }} `runQuietly` shows the tool's output only if it fails
 */
export function createToolRunner(root) {
  return {
    run: (command, args, env, nodeFolder) => start(root, command, args, { env, nodeFolder, quiet: false }),
    runQuietly: (command, args, env, nodeFolder) => start(root, command, args, { env, nodeFolder, quiet: true }),
  };
}

/**
 * @param {string} root
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Readonly<Record<string, string>> | undefined, nodeFolder?: string | undefined, quiet: boolean }} options
 * @returns {Promise<void>}
 */
function start(root, command, args, { env, nodeFolder, quiet }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...toolEnvironment(root, nodeFolder), ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // On Windows, npm and the tools are .cmd files, which need a shell.
      shell: process.platform === 'win32',
    });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));

    const stopForwarding = forwardSignals(child);
    child.on('error', (error) => {
      stopForwarding();
      reject(new TaskFailure(`Could not start ${command}: ${error.message}`, 1));
    });
    child.on('close', (code, signal) => {
      stopForwarding();
      if (code === 0) return resolve();
      const exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
      if (exitCode !== 130) process.stderr.write(Buffer.concat(output));
      reject(new TaskFailure(`${command} ${args.join(' ')} failed.`, exitCode));
    });
  });
}

/** @param {string} root @param {string | undefined} nodeFolder */
function toolEnvironment(root, nodeFolder) {
  const folders = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''];
  if (nodeFolder !== undefined) folders.unshift(nodeFolder);
  return {
    ...process.env,
    PATH: folders.join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
  };
}

/**
 * Passes signals on to the tool while it runs. This process waits until the tool has ended, and exits with its code.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // A terminal sends Ctrl-C to the whole process group. Many tools treat a second SIGINT as force-quit.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
