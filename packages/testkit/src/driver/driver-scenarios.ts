import type { AgentDriver } from '@ctx/contract';

/** What the agent answers in the scenarios `text` and `tool`. */
export const SCENARIO_ANSWER = 'An answer with é, 漢 and 🙂.\n\n  Second paragraph.';

/** What the agent has said when it stops in the scenarios `failure`, `no-end` and `hang`. */
export const SCENARIO_PARTIAL = 'Half an ans';

/**
 * What an agent can be made to do. Each is one turn:
 *
 * - `text`: reads the prompt, answers `SCENARIO_ANSWER`, ends well
 * - `echo`: answers with its own prompt, ends well
 * - `tool`: calls a tool, gets its result, answers `SCENARIO_ANSWER`, ends well
 * - `empty`: ends well without having said anything
 * - `auth`: fails because nobody is signed in
 * - `rate-limit`: fails because a quota is used up
 * - `failure`: says `SCENARIO_PARTIAL`, then fails in any other way
 * - `no-end`: says `SCENARIO_PARTIAL`, then stops, exit code 0, without the event that ends a turn
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

/** Says why an agent cannot be made to do something; the reason is shown in the report. */
export interface SkippedScenario {
  readonly skipped: string;
}

/** Gives a new driver whose agent will do what the scenario says, or the reason why there is none. */
export type CreateDriver = (scenario: DriverScenario) => AgentDriver | SkippedScenario;
