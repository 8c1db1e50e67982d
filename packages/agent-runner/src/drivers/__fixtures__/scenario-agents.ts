import { type ScriptedCommand, type Step, scriptedAgent, type Vendor } from '@ctx/scripted-agents';
import { type DriverScenario, SCENARIO_ANSWER, SCENARIO_PARTIAL } from '@ctx/testkit';

const deltas = (text: string): Step => ({ type: 'deltas', parts: text.match(/.{1,9}/gsu) ?? [] });
const answer = deltas(SCENARIO_ANSWER);
const partial = deltas(SCENARIO_PARTIAL);

const STEPS: Readonly<Record<DriverScenario, readonly Step[]>> = {
  text: [answer],
  echo: [{ type: 'echo' }],
  tool: [
    { type: 'text', text: 'Let me see.' },
    { type: 'tool-call', name: 'Read', input: { path: 'a' }, output: 'found' },
    answer,
  ],
  empty: [{ type: 'end' }],
  auth: [{ type: 'error', message: 'unexpected status 401 Unauthorized', status: 401 }],
  'rate-limit': [{ type: 'error', message: 'Too many requests', status: 429 }],
  failure: [partial, { type: 'error', message: 'Internal error', status: 500 }],
  'no-end': [partial, { type: 'exit', code: 0 }],
  hang: [partial, { type: 'hang' }],
};

/** A program that plays a scenario of the testkit in a vendor's stream format. */
export function scenarioAgent(vendor: Vendor, scenario: DriverScenario): ScriptedCommand {
  return scriptedAgent({
    vendor,
    script: { steps: STEPS[scenario], sessionId: '11111111-2222-4333-8444-555555555555' },
  });
}
