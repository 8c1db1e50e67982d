import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** What a call reads, in words; `undefined` for a call that reads nothing but its arguments. */
type InWords = (given: readonly unknown[]) => string | undefined;

/** A function somewhere in the program, and what a call of it reads. */
type Watched = readonly [owner: object, name: string, inWords: InWords];

const unlessLocaleGiven =
  (name: string, at: number): InWords =>
  (given) =>
    given[at] === undefined ? `the locale of the machine (${name} without a locale)` : undefined;

const FOLDER: Watched = [process, 'cwd', () => 'the working folder (process.cwd)'];

/** The functions by which code looks at the machine it runs on. */
function watchedFunctions(): Watched[] {
  const files = functionNames(fs)
    .filter((name) => name.endsWith('Sync'))
    .map((name): Watched => [fs, name, (given) => `the file ${String(given[0])} (fs.${name})`]);
  const machine = functionNames(os).map((name): Watched => [os, name, () => `the machine (os.${name})`]);
  const locales: Watched[] = [
    ...['toLocaleUpperCase', 'toLocaleLowerCase'].map((name) => localeOf(String.prototype, name, 0)),
    localeOf(String.prototype, 'localeCompare', 1),
    localeOf(Number.prototype, 'toLocaleString', 0),
    ...['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'].map((name) => localeOf(Date.prototype, name, 0)),
    ...['NumberFormat', 'DateTimeFormat', 'Collator', 'PluralRules', 'ListFormat'].map((name) =>
      localeOf(Intl, name, 0),
    ),
  ];
  return [...files, ...machine, ...locales, FOLDER];
}

function localeOf(owner: object, name: string, at: number): Watched {
  return [owner, name, unlessLocaleGiven(name, at)];
}

function functionNames(owner: object): string[] {
  return Object.entries(owner).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
}

/**
 * What `body` reads besides its arguments: environment variables, files, the machine, its locale. The reads go through;
 * they are only listed.
 */
export function surroundingsReadBy(body: () => void): string[] {
  const reads: string[] = [];
  const restore = [
    replace(process, 'env', (env) => watchedEnvironment(env as NodeJS.ProcessEnv, reads)),
    ...watchedFunctions().map(([owner, name, inWords]) =>
      replace(owner, name, (original) => watchedFunction(original as () => unknown, inWords, reads)),
    ),
  ];
  try {
    // Named imports of node:fs and node:os are copies until they are told.
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

function watchedFunction(original: () => unknown, inWords: InWords, reads: string[]): unknown {
  const note = (given: readonly unknown[]) => {
    const words = inWords(given);
    if (words !== undefined) reads.push(words);
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
