import { spawn } from 'node:child_process';

/** How a command ended and what it said. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

export interface CommandOptions {
  readonly cwd: string;
  /** Added to {@link plainEnvironment}. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Then the command and all it started are killed. */
  readonly timeoutMs?: number | undefined;
}

/** Runs a command to its end. Never rejects for what the command does. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that a time-out ends the grandchildren too.
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

/** Like {@link runCommand}, for commands that must succeed: rejects with all they said when they do not. */
export async function mustRun(command: string, args: readonly string[], options: CommandOptions): Promise<string> {
  const { exitCode, stdout, stderr, timedOut } = await runCommand(command, args, options);
  if (exitCode === 0) return stdout;
  const ending = timedOut ? 'took too long' : `ended with ${exitCode}`;
  throw new Error(`${command} ${args.join(' ')} ${ending}\n${stdout}${stderr}`);
}

/**
 * The environment as a person's shell has it: without what npm and vitest put there for their own children. What says
 * where npm finds packages stays.
 */
export function plainEnvironment(): Record<string, string> {
  const keep = /^npm_config_(cache|store_dir|userconfig|registry|proxy|https_proxy|noproxy)$/i;
  const drop = /^(npm_|vitest|node_options$|node_env$|force_color$|test$|init_cwd$)/i;
  const kept = Object.entries(process.env).filter(([name]) => keep.test(name) || !drop.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: '1' } as Record<string, string>;
}
