import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustRun } from '../run-command.ts';

/**
 * Publishes every public package of the workspace as the release does: packed by pnpm, which writes real versions in the
 * place of `workspace:^`.
 */
export async function publishWorkspace(root: string, registryUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-publish-'));
  const userconfig = join(folder, 'npmrc');
  const host = registryUrl.slice('http:'.length);
  writeFileSync(userconfig, `registry=${registryUrl}\n${host}:_authToken=loopback\nupdate-notifier=false\n`);
  try {
    await mustRun(join(root, 'node_modules', '.bin', 'pnpm'), ['--recursive', 'publish', '--no-git-checks'], {
      cwd: root,
      env: { npm_config_userconfig: userconfig, npm_config_registry: registryUrl },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
