import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { eventsOf, recordingPath, runAgent } from './__fixtures__/run-agent.ts';
import type { Step, Vendor } from './index.ts';

const HELLO = ['Hello', ' from', ' the', ' fake', ' model', ' — ünï ✓', '.\n', 'Second line.'];
const tool = (name: string): Step[] => [
  { type: 'deltas', parts: ['I will ', 'run it.'] },
  { type: 'tool-call', name, input: { command: 'echo hi', description: 'run it' }, output: 'hi' },
  { type: 'deltas', parts: ['The tool', ' said:', ' hi.'] },
];

/** Steps that do the same as each recording. */
const CASES: readonly [Vendor, string, readonly string[], readonly Step[]][] = [
  ['claude', 'text', [], [{ type: 'deltas', parts: HELLO }]],
  ['claude', 'text-partial', ['--include-partial-messages'], [{ type: 'deltas', parts: HELLO }]],
  ['claude', 'tool', [], tool('Bash')],
  ['claude', 'tool-partial', ['--include-partial-messages'], tool('Bash')],
  [
    'claude',
    'think',
    [],
    [
      { type: 'thinking', text: 'Let me think.' },
      { type: 'deltas', parts: HELLO },
    ],
  ],
  ['claude', 'error', [], [{ type: 'error', message: 'API Error: 401', status: 401 }]],
  ['codex', 'text', [], [{ type: 'deltas', parts: HELLO }]],
  ['codex', 'tool', [], tool('shell')],
  [
    'codex',
    'think',
    [],
    [
      { type: 'thinking', text: 'Let me think.' },
      { type: 'deltas', parts: HELLO },
    ],
  ],
  ['codex', 'error', [], [{ type: 'error', message: 'unexpected status 401' }]],
  ['gemini', 'text', [], [{ type: 'deltas', parts: HELLO }]],
  ['gemini', 'tool', [], tool('run_shell_command')],
  [
    'gemini',
    'think',
    [],
    [
      { type: 'thinking', text: 'Let me think.' },
      { type: 'deltas', parts: HELLO },
    ],
  ],
  ['gemini', 'error', [], [{ type: 'error', message: '[API Error]', status: 401 }]],
];

describe('a script plays the same events as the real CLI', () => {
  for (const [vendor, name, args, steps] of CASES) {
    it(`${vendor} ${name}: same events in the same order, same exit code`, async () => {
      const recording = recordingPath(`${vendor}/${name}.jsonl`);
      const run = await runAgent({ vendor, script: { steps } }, { args, stdin: 'Say hello.' });
      const recorded = eventsOf(readFileSync(recording, 'utf8')).filter(isPlayed);
      const played = eventsOf(run.stdout);
      expect(played.map(nameOf)).toEqual(recorded.map(nameOf));
      for (const [index, event] of played.entries()) expect(missingFrom(event, recorded[index]!)).toEqual([]);
      const exit = JSON.parse(readFileSync(recording.replace('.jsonl', '.exit.json'), 'utf8'));
      expect(run.exitCode).toBe(exit.exitCode);
    });
  }
});

/** Scripted streams leave out the progress of thinking, a warning about the model's name, and deltas of tool input. */
function isPlayed(event: Record<string, unknown>): boolean {
  if (event['subtype'] === 'thinking_tokens') return false;
  const item = event['item'] as { type?: string } | undefined;
  if (item?.type === 'error') return false;
  const delta = (event['event'] as { delta?: { partial_json?: string } } | undefined)?.delta;
  return delta?.partial_json === undefined || delta.partial_json.startsWith('{');
}

function nameOf(event: Record<string, unknown>): string {
  const inner = event['event'] as { type?: string } | undefined;
  const item = event['item'] as { type?: string } | undefined;
  const words = [event['type'], event['subtype'], event['role'], event['status'], inner?.type, item?.type];
  return words.filter((word) => typeof word === 'string').join(' ');
}

/** The paths of keys that are in a played event but not in the recorded one. */
function missingFrom(played: unknown, recorded: unknown, path = ''): string[] {
  if (typeof played !== 'object' || played === null || path.endsWith('.models')) return [];
  const other = (recorded ?? {}) as Record<string, unknown>;
  return Object.entries(played).flatMap(([key, value]) =>
    key in other ? missingFrom(value, other[key], `${path}.${key}`) : [`${path}.${key}`],
  );
}
