import { describe, expect, it } from 'vitest';
import { createLivePools, describeWorkers } from './describe-workers.ts';

describe('why no worker has started a turn', () => {
  it('is that there is no worker of that type, or that it has another team file', () => {
    expect(describeWorkers(['ctx.codex.aa'], 'ctx.codex.aa', 'codex')).toBeUndefined();
    expect(describeWorkers(['ctx.codex.bb'], 'ctx.codex.aa', 'codex')).toContain('another team file');
    expect(describeWorkers(['ctx.claude.aa'], 'ctx.codex.aa', 'codex')).toContain('No worker runs codex.');
  });

  it('is not known while the database cannot be reached, and this fails no turn', async () => {
    const pools = createLivePools({ livePools: () => Promise.reject(new Error('connection terminated')) });
    expect(await pools.live()).toBeUndefined();
  });
});
