import { testDriver } from '@ctx/testkit';
import { describe, it } from 'vitest';
import { runStreamed } from '../../run/run-streamed.ts';
import { scenarioAgent } from '../__fixtures__/scenario-agents.ts';
import { gemini } from './gemini-driver.ts';

testDriver((scenario) => gemini({ executable: scenarioAgent('gemini', scenario) }), { describe, it, run: runStreamed });
