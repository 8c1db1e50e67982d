import { type ScriptedCommand, type Step, scriptedAgent, type Vendor } from '@ctx/scripted-agents';
import { type DriverScenario, SCENARIO_ANSWER, SCENARIO_PARTIAL } from '@ctx/testkit';

const STEPS: Readonly<Record<DriverScenario, readonly Step[]>> = {
  text: [{ type: 'text', text: SCENARIO_ANSWER }],
  echo: [{ type: 'echo' }],
  tool: [
    { type: 'tool-call', name: 'Read', input: { path: 'a' }, output: 'found' },
    { type: 'text', text: SCENARIO_ANSWER },
  ],
  empty: [{ type: 'end' }],
  auth: [{ type: 'error', message: 'Invalid API key', status: 401 }],
  'rate-limit': [{ type: 'error', message: 'Too many requests', status: 429 }],
  failure: [
    { type: 'text', text: SCENARIO_PARTIAL },
    { type: 'error', message: 'Internal error', status: 500 },
  ],
  'no-end': [
    { type: 'text', text: SCENARIO_PARTIAL },
    { type: 'exit', code: 0 },
  ],
  hang: [{ type: 'text', text: SCENARIO_PARTIAL }, { type: 'hang' }],
};

/** A program that plays a scenario of the testkit in a vendor's stream format. */
export function scenarioAgent(vendor: Vendor, scenario: DriverScenario): ScriptedCommand {
  return scriptedAgent({ vendor, script: { steps: STEPS[scenario], sessionId: '11111111-2222-4333-8444-555555555555' } });
}
