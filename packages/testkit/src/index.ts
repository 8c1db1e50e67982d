export type { ExplainLayout } from './assembler/honesty-checks.ts';
export { type AssemblerTestOptions, testAssembler } from './assembler/test-assembler.ts';
export type { TestRunner } from './test-runner.ts';
