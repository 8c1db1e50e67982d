import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun } from '../run-command.ts';

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/** A folder outside the repo, in which somebody uses what we published. */
export interface ConsumerProject {
  readonly folder: string;
  /** `npm install` with these arguments; all packages come through the registry given. */
  install(...args: string[]): Promise<void>;
  write(path: string, text: string): void;
  /** Runs a file of the project with Node; gives what it printed. */
  run(path: string): Promise<string>;
  /** Compiles the project with the compiler of this repo, without leniency; rejects with what it says. */
  compile(compilerOptions: Record<string, unknown>): Promise<void>;
  /** The packages installed at the top, scopes resolved, sorted. */
  installed(): string[];
  remove(): void;
}

/** Makes an empty folder that installs from `registryUrl`. */
export function createConsumerProject(registryUrl: string): ConsumerProject {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-consumer-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    folder,
    write,
    async install(...args) {
      await mustRun('npm', ['install', ...args, '--no-audit', '--no-fund'], {
        cwd: folder,
        env: { npm_config_registry: registryUrl, npm_config_update_notifier: 'false' },
      });
    },
    run: (path) => mustRun('node', [path], { cwd: folder }),
    async compile(compilerOptions) {
      write(
        'tsconfig.json',
        JSON.stringify({ compilerOptions: { ...STRICT, ...compilerOptions }, include: ['*.mts'] }),
      );
      await mustRun(tsc, ['-p', 'tsconfig.json'], { cwd: folder });
    },
    installed: () =>
      readdirSync(join(folder, 'node_modules'))
        .filter((name) => !name.startsWith('.'))
        .flatMap((name) => {
          if (!name.startsWith('@')) return name;
          return readdirSync(join(folder, 'node_modules', name)).map((inScope) => `${name}/${inScope}`);
        })
        .sort(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The strictest a consumer can be: our declarations are checked too, and no types but the language's are there. */
const STRICT = {
  target: 'es2022',
  lib: ['es2023', 'dom'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
};
