import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** Describes what a call reads; `undefined` for a call that reads only its arguments. */
type DescribeRead = (given: readonly unknown[]) => string | undefined;

/** A global function and a description of what a call of it reads. */
type Watched = readonly [owner: object, name: string, describeRead: DescribeRead];

const FOLDER: Watched = [process, 'cwd', () => 'the working folder (process.cwd)'];

/** The functions by which code reads the machine it runs on. */
function watchedFunctions(): Watched[] {
  const files = functionNames(fs)
    .filter((name) => name.endsWith('Sync'))
    .map((name): Watched => [fs, name, (given) => `the file ${String(given[0])} (fs.${name})`]);
  const machine = functionNames(os).map((name): Watched => [os, name, () => `the machine (os.${name})`]);
  const locales: Watched[] = [
    ...['toLocaleUpperCase', 'toLocaleLowerCase'].map((name) => localeFunction(String.prototype, name, 0)),
    localeFunction(String.prototype, 'localeCompare', 1),
    localeFunction(Number.prototype, 'toLocaleString', 0),
    ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((name) =>
      localeFunction(Date.prototype, name, 0),
    ),
    ...['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules', 'ListFormat'].map((name) =>
      localeFunction(Intl, name, 0),
    ),
  ];
  return [...files, ...machine, ...locales, FOLDER];
}

/** A function that reads the machine's locale unless its argument number `at` names one. */
function localeFunction(owner: object, name: string, at: number): Watched {
  const describeRead: DescribeRead = (given) =>
    given[at] === undefined ? `the locale of the machine (${name} without a locale)` : undefined;
  return [owner, name, describeRead];
}

function functionNames(owner: object): string[] {
  return Object.entries(owner).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
}

/**
 * Runs `body` and lists what it reads besides its arguments: environment variables, files, the machine, its locale. The
 * reads still work.
 */
export function surroundingsReadBy(body: () => void): string[] {
  const reads: string[] = [];
  const restore = [
    replace(process, 'env', (env) => watchedEnvironment(env as NodeJS.ProcessEnv, reads)),
    ...watchedFunctions().map(([owner, name, describeRead]) =>
      replace(owner, name, (original) => watchedFunction(original as () => unknown, describeRead, reads)),
    ),
  ];
  try {
    // Named imports of node:fs and node:os are copies, which this call updates.
    syncBuiltinESMExports();
    body();
  } finally {
    for (const undo of restore.reverse()) undo();
    syncBuiltinESMExports();
  }
  return [...new Set(reads)];
}

function replace(owner: object, name: string, make: (original: unknown) => unknown): () => void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  if (descriptor?.configurable !== true) return () => {};
  const original = (owner as Record<string, unknown>)[name];
  Object.defineProperty(owner, name, { configurable: true, writable: true, value: make(original) });
  return () => {
    Object.defineProperty(owner, name, descriptor);
  };
}

function watchedFunction(original: () => unknown, describeRead: DescribeRead, reads: string[]): unknown {
  const note = (given: readonly unknown[]) => {
    const description = describeRead(given);
    if (description !== undefined) reads.push(description);
  };
  return new Proxy(original, {
    apply(target, self, given) {
      note(given);
      return Reflect.apply(target, self, given);
    },
    construct(target, given, newTarget) {
      note(given);
      return Reflect.construct(target, given, newTarget) as object;
    },
  });
}

function watchedEnvironment(env: NodeJS.ProcessEnv, reads: string[]): NodeJS.ProcessEnv {
  const note = (name: string | symbol) => {
    if (typeof name === 'string') reads.push(`the environment variable ${name}`);
  };
  return new Proxy(env, {
    get(target, name) {
      note(name);
      return target[name as string];
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      reads.push('all environment variables');
      return Reflect.ownKeys(target);
    },
  });
}
