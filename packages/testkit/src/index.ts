export type { RenderLayout } from './assembler/honesty-checks.ts';
export {
  type PromptReaderOptions,
  promptReader,
  type ReadMessage,
  type ReadPrompt,
} from './assembler/prompt-reader.ts';
export { type AssemblerTestOptions, testAssembler } from './assembler/test-assembler.ts';
export {
  type CreateDriver,
  DRIVER_SCENARIOS,
  type DriverScenario,
  SCENARIO_ANSWER,
  SCENARIO_PARTIAL,
  type SkippedScenario,
} from './driver/driver-scenarios.ts';
export type { RunTurn, RunTurnOptions } from './driver/run-turn.ts';
export { type DriverTestOptions, testDriver } from './driver/test-driver.ts';
export type { CreateStore, StoreUnderTest } from './store/store-under-test.ts';
export { testStore } from './store/test-store.ts';
export type { TestRunner } from './test-runner.ts';
