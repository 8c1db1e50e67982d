import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { otherNodes } from './other-nodes.mjs';

describe('the Nodes to test on', () => {
  it('are pinned: a line that is not gets a sentence with those that are', () => {
    expect(() => otherNodes(['18'])).toThrow('Node 18 is not pinned. Use one of: 22, 24, 26.');
  });

  it('reach the script by their numbers', () => {
    const script = fileURLToPath(new URL('../ctx-repo.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, 'test:nodes', '18'], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'Node 18 is not pinned. Use one of: 22, 24, 26.\n']);
  });
});
