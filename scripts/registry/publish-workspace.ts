import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packArguments } from '../release/pack-arguments.mjs';
import { mustRun } from '../run-command.ts';

/** Publishes every public package of the workspace as a release does. Returns the output, one line for each package. */
export async function publishWorkspace(root: string, registryUrl: string): Promise<string> {
  const tarballs = mkdtempSync(join(tmpdir(), 'ctx-tarballs-'));
  try {
    await mustRun(join(root, 'node_modules', '.bin', 'pnpm'), packArguments(tarballs), { cwd: root });
    return await publishTarballs(root, tarballs, registryUrl);
  } finally {
    rmSync(tarballs, { recursive: true });
  }
}

/** Only the last step, as the release job runs it. */
export function publishTarballs(root: string, tarballs: string, registryUrl: string): Promise<string> {
  return mustRun('node', [join(root, 'scripts/release/publish-tarballs.mjs'), tarballs], {
    cwd: root,
    env: { npm_config_registry: registryUrl, NPM_TOKEN: 'loopback' },
  });
}
