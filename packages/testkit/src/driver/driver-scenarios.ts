import type { AgentDriver } from '@ctx/contract';

/** The agent's answer in the scenarios `text` and `tool`. */
export const SCENARIO_ANSWER = 'An answer with é, 漢 and 🙂.\n\n  Second paragraph.';

/** The text that the agent has said when it stops in the scenarios `failure`, `no-end` and `hang`. */
export const SCENARIO_PARTIAL = 'Half an ans';

/**
 * What the agent does in one turn:
 *
 * - `text`: reads the prompt, answers `SCENARIO_ANSWER` and succeeds
 * - `echo`: answers with its own prompt and succeeds
 * - `tool`: calls a tool, gets its result, answers `SCENARIO_ANSWER` and succeeds
 * - `empty`: succeeds without saying anything
 * - `auth`: fails because nobody is signed in
 * - `rate-limit`: fails because a quota is used up
 * - `failure`: says `SCENARIO_PARTIAL`, then fails for another reason
 * - `no-end`: says `SCENARIO_PARTIAL`, then stops with exit code 0, but without the event that ends a turn
 * - `hang`: says `SCENARIO_PARTIAL`, then nothing more, and does not end
 */
export const DRIVER_SCENARIOS = [
  'text',
  'echo',
  'tool',
  'empty',
  'auth',
  'rate-limit',
  'failure',
  'no-end',
  'hang',
] as const;

/** Name of a scenario. */
export type DriverScenario = (typeof DRIVER_SCENARIOS)[number];

/** The reason why an agent cannot play a scenario. The test report shows it. */
export interface SkippedScenario {
  readonly skipped: string;
}

/** Returns a new driver whose agent plays the scenario, or the reason why it cannot. */
export type CreateDriver = (scenario: DriverScenario) => AgentDriver | SkippedScenario;
