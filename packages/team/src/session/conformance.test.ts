import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testStore } from '@ctx/testkit';
import { describe, it } from 'vitest';
import { createFileStore } from './file-store.ts';
import { createMemoryStore } from './memory-store.ts';

describe('the file store', () => {
  testStore(
    async () => {
      const directory = await mkdtemp(join(tmpdir(), 'ctx-store-'));
      return {
        open: () => createFileStore({ sessionId: 's', directory }),
        remove: () => rm(directory, { recursive: true, force: true }),
      };
    },
    { describe, it },
  );
});

describe('the memory store', () => {
  testStore(() => ({ open: createMemoryStore, skips: ['reopen'] }), { describe, it });
});
