import { describe, expect, it } from 'vitest';
import { layoutAssembler } from './__fixtures__/layout-assembler.ts';
import { playTurn } from './__fixtures__/play-turn.ts';
import { sampleDriver } from './__fixtures__/sample-driver.ts';
import { testAssembler } from './assembler/test-assembler.ts';
import { testDriver } from './driver/test-driver.ts';
import { testExecutor } from './executor/test-executor.ts';
import { testStore } from './store/test-store.ts';

const runner = { describe: () => {}, it: () => {} };
const create = () => ({}) as never;
const SUITES = { testAssembler, testDriver, testStore, testExecutor } as const;

/** Calls a suite as a program without types does. */
function call(suite: keyof typeof SUITES, ...given: unknown[]): () => void {
  return () => (SUITES[suite] as (...given: unknown[]) => void)(...given);
}

describe.each(Object.keys(SUITES) as (keyof typeof SUITES)[])('%s', (suite) => {
  const all = { ...runner, ...(suite === 'testDriver' ? { run: playTurn } : {}) };

  it.each([undefined, null, {}, { it: runner.it }, { describe: runner.describe, it: true }])(
    'refuses options without a test runner: %o',
    (options) => {
      expect(call(suite, create, options)).toThrow(
        new TypeError(`${suite} needs describe and it of your test runner.`),
      );
    },
  );

  it('refuses options that it does not know, which would silently switch checks off', () => {
    expect(call(suite, create, { ...all, renderLayouts: () => {} })).toThrow(/^Unknown option "renderLayouts"\. /);
  });

  it('refuses something else than a function that makes what is tested', () => {
    for (const made of [undefined, layoutAssembler(), sampleDriver('text')]) {
      expect(call(suite, made, all)).toThrow(TypeError);
      expect(call(suite, made, all)).toThrow(`Give ${suite} a function`);
    }
  });

  it('accepts its own options', () => {
    expect(call(suite, create, all)).not.toThrow();
  });
});

it('testDriver says where its runner comes from', () => {
  expect(call('testDriver', sampleDriver, runner)).toThrow(
    'testDriver needs run: pass runStreamed of @ctx/agent-runner.',
  );
  expect(call('testDriver', sampleDriver('text'), { ...runner, run: playTurn })).toThrow(
    'Give testDriver a function (scenario) => driver.',
  );
});

it('testAssembler accepts its optional functions, and nothing else in their place', () => {
  for (const readPrompt of [undefined, () => []]) {
    expect(call('testAssembler', create, { ...runner, readPrompt, renderLayout: undefined })).not.toThrow();
  }
  expect(call('testAssembler', create, { ...runner, readPrompt: 'reader' })).toThrow(
    'testAssembler needs a function as readPrompt, or nothing.',
  );
});
