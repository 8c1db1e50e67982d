import type { ProcessDriver } from '@ctx/contract';
import { type AgentScript, type Step, scriptedAgent, type Vendor } from '@ctx/scripted-agents';
import { type DriverScenario, SCENARIO_ANSWER, SCENARIO_PARTIAL, testDriver } from '@ctx/testkit';
import { describe, it } from 'vitest';
import { runStreamed } from '../run/run-streamed.ts';
import { claude } from './claude/claude-driver.ts';
import { codex } from './codex/codex-driver.ts';
import { command } from './command/command-driver.ts';
import { gemini } from './gemini/gemini-driver.ts';

const deltas = (text: string): Step => ({ type: 'deltas', parts: text.match(/.{1,9}/gsu) ?? [] });
const answer = deltas(SCENARIO_ANSWER);
const partial = deltas(SCENARIO_PARTIAL);

const STEPS: Record<DriverScenario, readonly Step[]> = {
  text: [answer],
  echo: [{ type: 'echo' }],
  tool: [
    { type: 'text', text: 'Let me see.' },
    { type: 'tool-call', name: 'shell', input: { command: 'ls' }, output: 'a.txt' },
    answer,
  ],
  empty: [{ type: 'end' }],
  auth: [{ type: 'error', message: 'unexpected status 401 Unauthorized', status: 401 }],
  'rate-limit': [{ type: 'error', message: 'unexpected status 429 Too Many Requests', status: 429 }],
  failure: [partial, { type: 'error', message: 'something broke', status: 500 }],
  'no-end': [partial, { type: 'exit', code: 0 }],
  hang: [partial, { type: 'hang' }],
};

const script = (scenario: DriverScenario): AgentScript => ({ steps: STEPS[scenario] });

describe.each([
  ['claude', claude],
  ['codex', codex],
  ['gemini', gemini],
] as [Vendor, (options: object) => ProcessDriver][])('the %s driver', (vendor, create) => {
  testDriver((scenario) => create({ executable: scriptedAgent({ vendor, script: script(scenario) }) }), {
    describe,
    it,
    run: runStreamed,
  });
});

describe('the command driver on text', () => {
  testDriver(
    (scenario) => {
      if (scenario === 'tool') return { skipped: 'plain text has no tool calls' };
      if (scenario === 'empty') return { skipped: 'a program that prints nothing has failed' };
      if (scenario === 'no-end') return { skipped: 'plain text has no end event: exit code 0 is the end' };
      return command(scriptedAgent({ vendor: 'text', script: script(scenario) }));
    },
    { describe, it, run: runStreamed },
  );
});
