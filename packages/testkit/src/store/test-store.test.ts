import { CtxError } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { BROKEN_CLAIMS } from '../__fixtures__/broken-claims.ts';
import { BROKEN_GUARDS, lockedBy } from '../__fixtures__/broken-guards.ts';
import { BROKEN_LOGS } from '../__fixtures__/broken-logs.ts';
import { collectFailures } from '../__fixtures__/collect-failures.ts';
import { sampleStore } from '../__fixtures__/sample-store.ts';
import type { CreateStore } from './store-under-test.ts';
import { testStore } from './test-store.ts';

const sample = sampleStore();

const GOOD: Readonly<Record<string, CreateStore>> = {
  'store that several writers can open': sampleStore(),
  'store that only one writer can open': lockedBy(
    () => new CtxError('CTX_STORE_LOCKED', 'Somebody else writes this log'),
  ),
  'store that declares that it forgets its records when closed': () => ({
    open: () => sample().open(),
    skips: ['reopen'],
  }),
};

describe('testStore', () => {
  it.each(Object.entries(GOOD))('passes a %s', async (_, create) => {
    const { checks, failures } = await collectFailures((runner) => testStore(create, runner));
    expect(failures).toEqual([]);
    expect(checks).toBe(25);
  });

  it('closes and removes every log it created', async () => {
    const counts = { created: 0, removed: 0, open: 0 };
    const create: CreateStore = () => {
      counts.created++;
      const subject = sample();
      const open = async () => {
        const store = await subject.open();
        counts.open++;
        let isOpen = true;
        const close = async () => {
          if (isOpen) counts.open--;
          isOpen = false;
          await store.close();
        };
        return { ...store, close };
      };
      return { open, remove: () => void counts.removed++ };
    };
    await collectFailures((runner) => testStore(create, runner));
    expect(counts).toEqual({ created: 26, removed: 26, open: 0 });
  });
});

describe('testStore catches a store that', () => {
  it.each(Object.entries({ ...BROKEN_LOGS, ...BROKEN_GUARDS, ...BROKEN_CLAIMS }))(
    '%s',
    async (_, [create, expected]) => {
      const { failures } = await collectFailures((runner) => testStore(create, runner), expected);
      const messages = failures.map(({ message }) => message);
      expect(messages.join('\n')).toMatch(expected);
      expect(messages.at(-1)).toMatch(/^[^\n]+\. [A-Z][^\n]+\.$/);
    },
  );
});
