import { testDriver } from '@ctx/testkit';
import { describe, it } from 'vitest';
import { runStreamed } from '../../run/run-streamed.ts';
import { scenarioAgent } from '../__fixtures__/scenario-agents.ts';
import { claude } from './claude-driver.ts';

testDriver((scenario) => claude({ executable: scenarioAgent('claude', scenario) }), { describe, it, run: runStreamed });
