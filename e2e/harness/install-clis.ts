import type { TestProject } from 'vitest/node';
import { installClis } from '../install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the programs of the pinned CLIs. */
    readonly cliFolder: string;
  }
}

/** Runs once before all tests and installs the CLIs. */
export default function setup(project: TestProject): void {
  project.provide('cliFolder', installClis());
}
