import type { IContextAssembler } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { collectFailures, WHOLE_SUITE_MS } from '../__fixtures__/collect-failures.ts';
import * as formats from '../__fixtures__/formats.ts';
import { layoutAssembler } from '../__fixtures__/layout-assembler.ts';
import { standalone } from '../__fixtures__/standalone-assembler.ts';
import { testAssembler } from './test-assembler.ts';

const GOOD: Readonly<Record<string, () => IContextAssembler>> = {
  'headed sections': () => standalone(formats.renderSections),
  'XML with a system flag': () => standalone(formats.renderXml),
  'JSON lines': () => standalone(formats.renderJsonLines),
  'a numbered Markdown list': () =>
    standalone(formats.renderMarkdown, { declares: { sectionOrder: ['task', 'instructions', 'context', 'message'] } }),
  'the message first': () =>
    standalone(formats.renderMessageFirst, {
      declares: { sectionOrder: ['message', 'context', 'task', 'instructions'] },
    }),
  'the newest message first': () =>
    standalone((parts) => formats.renderNewestFirst(parts), { declares: { messageOrder: 'newest-first' } }),
  'a layout and receipts': () => layoutAssembler(),
  'a declaration that it skips the task': () =>
    standalone(formats.renderWithoutTask, { declares: { skips: ['task'] } }),
};

describe('testAssembler', () => {
  it.each(Object.entries(GOOD))('passes an assembler with %s', { timeout: WHOLE_SUITE_MS }, async (_, create) => {
    const { checks, failures } = await collectFailures((runner) => testAssembler(create, runner));
    expect(failures).toEqual([]);
    expect(checks).toBeGreaterThan(30);
  });
});

// The suite on a real test runner, as users run it.
testAssembler(GOOD['XML with a system flag']!, { describe, it });
