import type { TestProject } from 'vitest/node';
import { installClis } from '../install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the programs of the pinned CLIs. */
    readonly cliFolder: string;
  }
}

/** Runs once before all tests: the CLIs are there when it returns. */
export default function setup(project: TestProject): void {
  project.provide('cliFolder', installClis());
}
