import { testDriver } from '@ctx/testkit';
import { describe, it } from 'vitest';
import { runStreamed } from '../../run/run-streamed.ts';
import { scenarioAgent } from '../__fixtures__/scenario-agents.ts';
import { codex } from './codex-driver.ts';

testDriver((scenario) => codex({ executable: scenarioAgent('codex', scenario) }), { describe, it, run: runStreamed });
