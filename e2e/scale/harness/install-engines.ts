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
  project.provide('engines', installEngines());
}
