import type { ProcessDriver, TurnResult } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { playRecording, recordingNames } from './__fixtures__/play-recording.ts';
import { claude } from './claude/claude-driver.ts';
import { codex } from './codex/codex-driver.ts';
import { copilot } from './described/copilot.ts';
import { opencode } from './described/opencode.ts';
import { qwen } from './described/qwen.ts';
import { gemini } from './gemini/gemini-driver.ts';

const HELLO = 'Hello from the fake model — ünï ✓.\nSecond line.';
const SAID_HI = 'The tool said: hi.';
const ECHOED_PROMPT = 'MARKER-STDIN-PROMPT';

interface Expected {
  status: TurnResult['status'];
  text: string;
  /** All text delivered, if it is more than the final text. */
  delivered?: string;
  input?: number;
  code?: string;
}

const DRIVERS: Record<string, ProcessDriver> = {
  claude: claude(),
  codex: codex(),
  gemini: gemini(),
  qwen: qwen(),
  opencode: opencode(),
  copilot: copilot(),
};

const ONCE = { input: 1234 };
const TWICE = { input: 2468 };

const EXPECTED: Record<string, Record<string, Expected>> = {
  claude: {
    'e429-fast': { status: 'failed', text: '', code: 'CTX_AGENT_RATE_LIMIT' },
    empty: { status: 'completed', text: '', input: 4508 },
    error: { status: 'failed', text: '', code: 'CTX_AGENT_AUTH' },
    interrupted: {
      status: 'failed',
      text: Array.from({ length: 14 }, (_, index) => `tick${index} `).join(''),
      code: 'CTX_AGENT_FAILED',
    },
    // Four messages have the same text; the partial answer contains it once.
    maxtok: { status: 'failed', text: HELLO, delivered: HELLO.repeat(4), input: 9016, code: 'CTX_AGENT_FAILED' },
    parallel: { status: 'completed', text: SAID_HI, delivered: `Two calls.${SAID_HI}`, input: 4508 },
    'slow-sigterm-nopartial': { status: 'failed', text: '', code: 'CTX_AGENT_FAILED' },
    'text-partial': { status: 'completed', text: HELLO, input: 2254 },
    text: { status: 'completed', text: HELLO, input: 2254 },
    think: { status: 'completed', text: HELLO, input: 2254 },
    'tool-denied': { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, input: 4508 },
    'tool-partial': { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, input: 4508 },
    tool: { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, input: 4508 },
  },
  codex: {
    'drop-fast': { status: 'failed', text: '', code: 'CTX_AGENT_FAILED' },
    'e500-fast': { status: 'failed', text: '', code: 'CTX_AGENT_FAILED' },
    empty: { status: 'completed', text: '', ...ONCE },
    error: { status: 'failed', text: '', code: 'CTX_AGENT_AUTH' },
    interrupted: { status: 'failed', text: '', code: 'CTX_AGENT_FAILED' },
    parallel: { status: 'completed', text: SAID_HI, delivered: `Two calls.${SAID_HI}`, ...TWICE },
    'slow-sigterm': { status: 'failed', text: '', code: 'CTX_AGENT_FAILED' },
    'text-gpt55': { status: 'completed', text: HELLO, ...ONCE },
    text: { status: 'completed', text: HELLO, ...ONCE },
    think: { status: 'completed', text: HELLO, ...ONCE },
    tool: { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, ...TWICE },
  },
  gemini: {
    'e429-fast': { status: 'failed', text: '', code: 'CTX_AGENT_RATE_LIMIT' },
    empty: { status: 'failed', text: '', code: 'CTX_AGENT_FAILED' },
    error: { status: 'failed', text: '', code: 'CTX_AGENT_AUTH' },
    interrupted: {
      status: 'failed',
      text: Array.from({ length: 9 }, (_, index) => `tick${index} `).join(''),
      code: 'CTX_AGENT_FAILED',
    },
    maxtok: { status: 'completed', text: HELLO, ...ONCE },
    parallel: { status: 'completed', text: SAID_HI, delivered: `Two calls.${SAID_HI}`, ...TWICE },
    // Three silent retries: each replay is delivered, the result holds the last one only.
    sseerror: {
      status: 'failed',
      text: 'Hello from the',
      delivered: 'Hello from the'.repeat(4),
      input: 4936,
      code: 'CTX_AGENT_FAILED',
    },
    text: { status: 'completed', text: HELLO, ...ONCE },
    think: { status: 'completed', text: HELLO, ...ONCE },
    'tool-denied': { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, ...TWICE },
    tool: { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, ...TWICE },
  },
  qwen: {
    e401: { status: 'failed', text: '', code: 'CTX_AGENT_AUTH' },
    text: { status: 'completed', text: HELLO, ...TWICE },
    tool: { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, ...TWICE },
  },
  opencode: {
    e401: { status: 'failed', text: '', code: 'CTX_AGENT_AUTH' },
    text: { status: 'completed', text: HELLO, ...ONCE },
    tool: { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}`, ...TWICE },
  },
  copilot: {
    e401: { status: 'failed', text: '', code: 'CTX_AGENT_AUTH' },
    text: { status: 'completed', text: HELLO },
    tool: { status: 'completed', text: SAID_HI, delivered: `I will run it.${SAID_HI}` },
  },
};

describe.each(Object.keys(DRIVERS))('recorded streams of %s', (cli) => {
  const driver = DRIVERS[cli]!;

  it('all have an expected result in this test', () => {
    expect(recordingNames(cli).sort()).toEqual(Object.keys(EXPECTED[cli]!).sort());
  });

  it.each(recordingNames(cli))('%s ends with the expected result', (name) => {
    const expected = EXPECTED[cli]![name]!;
    const { result, delivered } = playRecording(driver, `${cli}/${name}`);
    expect(result.status).toBe(expected.status);
    expect(result.text).toBe(expected.text);
    expect(delivered).toBe(expected.delivered ?? expected.text);
    expect(result.error?.code).toBe(expected.code);
    expect(result.usage?.inputTokens).toBe(expected.input);
  });

  it.each(recordingNames(cli))('%s never shows the prompt, and never reports unknown token counts as 0', (name) => {
    const { events, result } = playRecording(driver, `${cli}/${name}`);
    const shown = events.filter((event) => event.type !== 'raw');
    expect(JSON.stringify([shown, result])).not.toContain(ECHOED_PROMPT);
    expect(result.usage?.inputTokens).not.toBe(0);
  });

  it.each(recordingNames(cli))(
    '%s gives the same result in chunks of any size, with CRLF and among other lines',
    (name) => {
      const whole = playRecording(driver, `${cli}/${name}`);
      for (const chunkBytes of [1, 7, 4096]) {
        expect(playRecording(driver, `${cli}/${name}`, { chunkBytes })).toEqual(whole);
      }
      const crlf = playRecording(driver, `${cli}/${name}`, { change: (stream) => stream.replaceAll('\n', '\r\n') });
      expect(crlf).toEqual(whole);
      const noisy = playRecording(driver, `${cli}/${name}`, {
        change: (stream) => `\n(node:1) Warning: x\n${stream.replaceAll('\n', '\n\nnoise {"type":\n')}`,
      });
      expect(noisy.result).toEqual(whole.result);
      expect(noisy.delivered).toBe(whole.delivered);
    },
  );

  // opencode has no end event to lose.
  it.each(cli === 'opencode' ? [] : recordingNames(cli))('%s fails with an incomplete last line', (name) => {
    const torn = playRecording(driver, `${cli}/${name}`, {
      change: (stream) => {
        const lines = stream.trimEnd().split('\n');
        return `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)!.slice(0, 40)}`;
      },
    });
    expect(torn.result.status).toBe('failed');
  });
});
