import { type DriverScenario, testDriver } from '@ctx/testkit';
import { describe, it } from 'vitest';
import { runStreamed } from '../../run/run-streamed.ts';
import { scenarioAgent } from '../__fixtures__/scenario-agents.ts';
import { command } from './command-driver.ts';
import type { JsonlMapping } from './output-mapping.ts';

// The scripted agents change nothing, so no argument has to limit them.
const permissionArgs = { 'read-only': [], edit: [] };

const SKIPPED: Readonly<Partial<Record<DriverScenario, string>>> = {
  tool: 'a program that prints its answer has no tool events',
  empty: 'a program that prints nothing has failed',
  'no-end': 'the exit code decides',
};

describe('a command that prints its answer', () => {
  testDriver(
    (scenario) => {
      const skipped = SKIPPED[scenario];
      return skipped === undefined ? command({ ...scenarioAgent('text', scenario), permissionArgs }) : { skipped };
    },
    { describe, it, run: runStreamed },
  );
});

// Codex's stream, described by a mapping instead of read by its own parser.
const output: JsonlMapping = {
  format: 'jsonl',
  text: { where: { type: 'item.completed', 'item.type': 'agent_message' }, path: 'item.text' },
  end: { where: { type: 'turn.completed' } },
  error: { where: { type: 'turn.failed' }, path: 'error.message' },
  tools: {
    call: { where: { type: 'item.started' }, id: 'item.id', name: 'item.type' },
    result: { where: { type: 'item.completed', 'item.status': 'completed' }, id: 'item.id' },
  },
};

describe('a command that prints JSON lines', () => {
  testDriver(
    (scenario) =>
      command({
        ...scenarioAgent('codex', scenario),
        args: [...scenarioAgent('codex', scenario).args, 'exec', '--json', '-'],
        output,
        permissionArgs,
      }),
    { describe, it, run: runStreamed },
  );
});
