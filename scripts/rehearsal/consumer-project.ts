import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun } from '../run-command.ts';

const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url));

/** A folder outside the repo that uses our published packages, like a user's project. */
export interface ConsumerProject {
  readonly folder: string;
  /** Runs `npm install` with these arguments and the given registry. */
  install(...args: string[]): Promise<void>;
  write(path: string, text: string): void;
  /** Runs a file of the project with Node and returns its output. */
  run(path: string): Promise<string>;
  /** Compiles the project strictly, with the compiler of this repo. Rejects with the compiler's output. */
  compile(compilerOptions: Record<string, unknown>): Promise<void>;
  /** The names of the packages at the top of node_modules, sorted. */
  installed(): string[];
  remove(): void;
}

/** Creates an empty folder that installs from `registryUrl`. */
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

/**
 * The strictest options a user may have. They check our declarations too, with no types but those of the language and
 * DOM.
 */
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
