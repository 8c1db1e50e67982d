import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

/** A running program of `child-programs.ts`, and the lines it prints. */
export interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  readonly stderr: () => string;
  /** Resolves with the first line that has this beginning; rejects when the process ends without it. */
  said(beginning: string): Promise<string>;
  /** Resolves with its exit code and signal, when all its output has been read. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
}

/** Bundles the programs, because Node 20 cannot run TypeScript. Returns a function that starts one. */
export async function bundleChildren(): Promise<(args: readonly string[], uid?: number) => Child> {
  const outDir = await mkdtemp(join(tmpdir(), 'ctx-children-'));
  await build({
    entry: { child: fileURLToPath(new URL('./child-programs.ts', import.meta.url)) },
    outDir,
    format: ['esm'],
    target: 'node20',
    outExtension: () => ({ js: '.mjs' }),
    noExternal: [/^(?!openai$|@google\/genai$)/],
    // The package yaml is CommonJS and calls `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    esbuildOptions: (options) => {
      options.conditions = ['@ctx/source'];
    },
    config: false,
    silent: true,
  });
  // Readable for programs that run as another user.
  await chmod(outDir, 0o755);
  return (args, uid) => startChild([join(outDir, 'child.mjs'), ...args], uid);
}

function startChild(args: readonly string[], uid: number | undefined): Child {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const lines: string[] = [];
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const reader = createInterface({ input: child.stdout });
  const listeners = new Set<() => void>();
  reader.on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener();
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const said = (beginning: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const line = lines.find((candidate) => candidate.startsWith(beginning));
        if (line !== undefined) resolve(line);
      };
      listeners.add(look);
      look();
      void ended.then(() => {
        look();
        reject(new Error(`ended without saying "${beginning}": ${stderr}`));
      });
    });
  return { process: child, lines, stderr: () => stderr, said, ended };
}
