import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionCatalog } from '@ctx/contract';
import { succeeds } from './succeeds.ts';

/** Nothing else in the folder is ours. */
const WORK_TREE_ID = /^[0-9a-f]{16}$/;

/**
 * Removes the snapshots that no session needs any more. Call it after sessions were removed. The snapshots of one work
 * tree go together, when no remaining session has a turn in that tree. While any turn runs, nothing is removed.
 *
 * @param folder the folder with the snapshots, such as `.ctx/changes`
 */
export async function removeUnusedSnapshots(folder: string, catalog: SessionCatalog): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => WORK_TREE_ID.test(name));
  if (names.length === 0) return;
  const needed = await neededTrees(catalog);
  if (needed === 'all') return;
  for (const name of names) {
    const objects = join(folder, name, 'objects');
    const found = await Promise.all(
      [...needed].map((id) => succeeds(stat(join(objects, id.slice(0, 2), id.slice(2))))),
    );
    if (!found.includes(true)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function neededTrees(catalog: SessionCatalog): Promise<Set<string> | 'all'> {
  const trees = new Set<string>();
  for (const { sessionId } of await catalog.list()) {
    const running = new Set<string>();
    const store = await catalog.open(sessionId);
    try {
      for await (const { record } of store.read()) {
        if (record.type === 'turn-start') running.add(record.turn);
        if (record.type !== 'turn-end') continue;
        running.delete(record.turn);
        if (record.changes?.after !== undefined) trees.add(record.changes.after);
      }
    } finally {
      await store.close();
    }
    if (running.size > 0) return 'all';
  }
  return trees;
}
