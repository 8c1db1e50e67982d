import type { ProcessDriver } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { expectedRecordings, playRecording, recordingNames } from './__fixtures__/play-recording.ts';
import { claude } from './claude/claude-driver.ts';
import { codex } from './codex/codex-driver.ts';
import { copilot } from './described/copilot.ts';
import { opencode } from './described/opencode.ts';
import { qwen } from './described/qwen.ts';
import { gemini } from './gemini/gemini-driver.ts';

const ECHOED_PROMPT = 'MARKER-STDIN-PROMPT';

const DRIVERS: Record<string, ProcessDriver> = {
  claude: claude(),
  codex: codex(),
  gemini: gemini(),
  qwen: qwen(),
  opencode: opencode(),
  copilot: copilot(),
};

/** The type that the line of a raw event names. */
const typeOf = (line: unknown) => (line as { readonly type?: string }).type;

describe.each(Object.keys(DRIVERS))('recorded streams of %s', (cli) => {
  const driver = DRIVERS[cli]!;

  it('all have their events in events.json', () => {
    expect(Object.keys(expectedRecordings(cli)).sort()).toEqual(recordingNames(cli).sort());
  });

  it.each(recordingNames(cli))('%s gives exactly the events in events.json', (name) => {
    const { events, result, ended } = playRecording(driver, `${cli}/${name}`);
    const written = events.map((event) => (event.type === 'raw' ? { type: 'raw', of: typeOf(event.data) } : event));
    expect({ ended, events: written, result }).toEqual(expectedRecordings(cli)[name]);
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
