import type { TestProject } from 'vitest/node';
import { installBrowserDriver } from '../../install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The node_modules folder with playwright-core. */
    readonly browserDriver: string;
  }
}

/** Runs once before all tests and installs the driver. */
export default function setup(project: TestProject): void {
  project.provide('browserDriver', installBrowserDriver());
}
