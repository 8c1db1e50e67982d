import type { TestProject } from 'vitest/node';
import { installEngines } from '../../install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The node_modules folder with Postgres and the Redis client. */
    readonly engines: string;
  }
}

/** Runs once before all tests and installs Postgres and the Redis client. */
export default function setup(project: TestProject): void {
  project.provide('engines', installEngines());
}
