import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { smallTree, writeTree } from './repo-check/small-tree.ts';
import { runCommand } from './run-command.ts';

const script = fileURLToPath(new URL('./release/github-releases.mjs', import.meta.url));
const CHANGELOG = '# @ctx/trimmer\n\n## 0.1.0\n\n### Minor Changes\n\n- Newer.\n\n## 0.0.9\n\n- Older.\n';

it('each version gets one GitHub release, with its part of the changelog', async () => {
  const tree = writeTree({ ...smallTree(), 'packages/trimmer/CHANGELOG.md': CHANGELOG });
  const made = new Map<string, Record<string, unknown>>([['@ctx/contract@0.1.0', {}]]);
  const refused: unknown[] = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const send = (status: number) => response.writeHead(status).end('{}');
    if (request.headers.authorization !== 'Bearer secret') return send(refused.push(request.url) && 401);
    const [, tag] = /^\/repos\/a\/b\/releases\/tags\/(.+)$/.exec(path) ?? [];
    if (tag !== undefined) return send(made.has(tag) ? 200 : 404);
    const release = (await json(request)) as Record<string, unknown>;
    made.set(String(release['tag_name']), release);
    send(201);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'a/b',
    GITHUB_TOKEN: 'secret',
  };
  const releaseNotes = (more?: object) => runCommand('node', [script, tree], { cwd: tree, env: { ...env, ...more } });
  try {
    const printed = 'Released @ctx/trimmer@0.1.0.\nReleased @ctx/cli@0.1.0.\n';
    expect(await releaseNotes()).toMatchObject({ exitCode: 0, stdout: printed });
    expect(made.get('@ctx/trimmer@0.1.0')).toEqual({
      tag_name: '@ctx/trimmer@0.1.0',
      name: '@ctx/trimmer@0.1.0',
      body: '### Minor Changes\n\n- Newer.',
      make_latest: 'false',
    });
    expect(made.get('@ctx/cli@0.1.0')).toMatchObject({ body: '', make_latest: 'true' });
    expect(await releaseNotes()).toMatchObject({ exitCode: 0, stdout: '' });
    const { exitCode, stderr } = await releaseNotes({ GITHUB_TOKEN: 'wrong' });
    expect([exitCode, refused.length]).toEqual([1, 1]);
    expect(stderr).toContain('GitHub answers 401 when asked for the release @ctx/contract@0.1.0.');
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(tree, { recursive: true });
  }
});
