import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { readWorkspace } from '../repo-check/workspace.mjs';
import { mustRun, plainEnvironment } from '../run-command.ts';
import { startLoopbackRegistry } from './loopback-registry.ts';
import { publishWorkspace } from './publish-workspace.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a registry on loopback with every public package of this workspace, as built. */
    registryUrl: string;
    /** Names of those packages, sorted. */
    publishedPackages: string[];
  }
}

/** Publishes the workspace once, for all tests of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const unbuilt = readWorkspace(root).packages.filter(({ folder }) => !existsSync(join(root, folder, 'dist')));
  if (unbuilt.length > 0) {
    throw new Error(`Not built: ${unbuilt.map(({ folder }) => folder).join(', ')}. Run \`npm run build\` first.`);
  }
  const upstream = (await mustRun('npm', ['config', 'get', 'registry'], { cwd: root, env: plainEnvironment() })).trim();
  const registry = await startLoopbackRegistry(upstream);
  try {
    await publishWorkspace(root, registry.url);
  } catch (error) {
    await registry.close();
    throw error;
  }
  project.provide('registryUrl', registry.url);
  project.provide('publishedPackages', registry.published().sort());
  return () => registry.close();
}
