import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ScriptedAgentOptions, scriptedAgent } from '../index.ts';

interface AgentRun {
  readonly stdout: Buffer;
  readonly chunks: readonly Buffer[];
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Starts a scripted agent as a runner would, with a closed stdin, and waits for its end. */
export function runAgent(
  options: ScriptedAgentOptions,
  { stdin = '', args = [] }: { stdin?: string; args?: readonly string[] } = {},
): Promise<AgentRun> {
  const { child, done } = startAgent(options, args);
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  return done;
}

/** Starts a scripted agent and leaves the rest to the test. */
export function startAgent(options: ScriptedAgentOptions, args: readonly string[] = []) {
  const command = scriptedAgent(options);
  const child = spawn(command.file, [...command.args, ...args], { stdio: 'pipe', env: command.env });
  const chunks: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const done = new Promise<AgentRun>((resolve) => {
    child.on('close', (exitCode, signal) => {
      resolve({ stdout: Buffer.concat(chunks), chunks, stderr, exitCode, signal });
    });
  });
  return { child, done };
}

/** The JSON lines of a stream. */
export function eventsOf(stdout: Buffer | string): Record<string, unknown>[] {
  return stdout
    .toString()
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function recordingPath(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}
