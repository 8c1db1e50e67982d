import { describe, expect, it } from 'vitest';
import {
  claude,
  codex,
  command,
  copilot,
  createMarker,
  endMarkedProcesses,
  findProgram,
  gemini,
  geminiApi,
  jsonlParser,
  openaiApi,
  opencode,
  probe,
  qwen,
  run,
  runStreamed,
} from './index.ts';

/** Options as JavaScript may pass them, where no compiler finds a misspelt name. */
const misspelt = { timeoutMS: 1 } as object;
const refusal = new TypeError('Unknown option "timeoutMS"');
const INPUT = { prompt: 'Hello!', permissions: 'read-only' } as const;
const agent = command({ file: process.execPath, args: ['-e', ''] });
const client = {} as never;

describe('an option that does not exist', () => {
  it.each<[string, () => unknown]>([
    ['claude', () => claude(misspelt)],
    ['codex', () => codex(misspelt)],
    ['gemini', () => gemini(misspelt)],
    ['qwen', () => qwen(misspelt)],
    ['opencode', () => opencode(misspelt)],
    ['copilot', () => copilot(misspelt)],
    ['command', () => command({ file: 'agent', ...misspelt })],
    ['geminiApi', () => geminiApi({ client, model: 'm', ...misspelt })],
    ['openaiApi', () => openaiApi({ client, model: 'm', ...misspelt })],
  ])('is refused by %s', (_name, create) => {
    expect(create).toThrow(refusal);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['run', () => run(agent, INPUT, misspelt)],
    ['runStreamed, on the first read', () => runStreamed(agent, INPUT, misspelt).next()],
    ['probe', () => probe('claude', misspelt)],
    ['findProgram', () => findProgram('node', process.env, misspelt)],
    ['endMarkedProcesses', () => endMarkedProcesses(createMarker(), misspelt)],
  ])('is refused by %s', async (_name, call) => {
    await expect(call()).rejects.toThrow(refusal);
  });

  it('is refused in the output mapping of command and jsonlParser', () => {
    const output = { format: 'jsonl', text: { path: 'text' }, session: { path: 'id' } } as const;
    const wrongKey = new TypeError('Unknown option "session"');
    expect(() => command({ file: 'agent', output })).toThrow(wrongKey);
    expect(() => jsonlParser('agent', output)).toThrow(wrongKey);
  });

  it('is refused even if its name is inherited by every object', () => {
    expect(() => claude({ toString: 1 } as object)).toThrow(new TypeError('Unknown option "toString"'));
  });
});

it('all options of the CLI drivers and of command are accepted', () => {
  const executable = { file: 'agent' };
  expect(claude({ executable, args: [], partialMessages: false }).kind).toBe('process');
  for (const create of [codex, gemini, qwen, opencode, copilot]) {
    expect(create({ executable, args: [] }).kind).toBe('process');
  }
  expect(command({ file: 'agent', output: { format: 'text' }, idleTimeoutMs: 1, env: {}, inert: [] }).kind).toBe(
    'process',
  );
});
