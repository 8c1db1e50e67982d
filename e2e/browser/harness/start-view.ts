import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../../apps/cli/dist/bin.js', import.meta.url));
const TEAM = fileURLToPath(new URL('./live-team.mjs', import.meta.url));

/** A running `ctx view`. */
export interface View {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts `ctx view` in a folder and waits for its address. */
export async function startView(folder: string, session?: string): Promise<View> {
  const args = [BIN, 'view', ...(session === undefined ? [] : [session]), '--no-open'];
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstMatch(child, /http:\S+/);
  return { url, port: Number(new URL(url).port), stop: () => end(child) };
}

/** Another process that holds a conversation in a folder. `next` lets it continue by one step. */
export interface LiveTeam {
  next(): void;
  stop(): Promise<void>;
}

/** Starts the process and waits until its session exists. */
export async function startLiveTeam(folder: string): Promise<LiveTeam> {
  const child = spawn(process.execPath, [TEAM], {
    cwd: folder,
    env: environment(folder),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await firstMatch(child, /began/);
  return { next: () => void child.stdin!.write('next\n'), stop: () => end(child) };
}

function environment(folder: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: folder };
}

function firstMatch(child: ChildProcess, expected: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = expected.exec(text);
      if (found !== null) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`It exited without printing ${expected}: ${text}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
