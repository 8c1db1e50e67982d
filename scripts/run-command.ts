import { spawn } from 'node:child_process';

/** The exit code and the output of a command. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** Options of `runCommand`. */
export interface CommandOptions {
  readonly cwd: string;
  /** Added to {@link plainEnvironment}. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** After this time, the command and all processes it started are killed. Default 120,000. */
  readonly timeoutMs?: number | undefined;
}

/** Runs a command to its end. Rejects only if the command cannot be started. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    // In its own process group, so that a time-out also kills its child processes.
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...plainEnvironment(), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, options.timeoutMs ?? 120_000);
    child.on('error', reject);
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, stdout, stderr, timedOut });
    });
  });
}

/** Like {@link runCommand}, but returns stdout, and rejects with all output if the command fails. */
export async function mustRun(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const { exitCode, stdout, stderr, timedOut } = await runCommand(command, args, options);
  if (exitCode === 0) return stdout;
  const ending = timedOut ? 'took too long' : `ended with ${exitCode}`;
  throw new Error(`${command} ${args.join(' ')} ${ending}\n${stdout}${stderr}`);
}

/**
 * The environment of a user's shell, without the variables that npm and vitest set for their child processes. The variables
 * that say where npm finds packages stay.
 */
export function plainEnvironment(): Record<string, string> {
  const keep = /^npm_config_(cache|store_dir|userconfig|registry|proxy|https_proxy|noproxy)$/i;
  const drop = /^(npm_|vitest|node_options$|node_env$|force_color$|test$|init_cwd$)/i;
  const kept = Object.entries(process.env).filter(([name]) => keep.test(name) || !drop.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: '1' } as Record<string, string>;
}
