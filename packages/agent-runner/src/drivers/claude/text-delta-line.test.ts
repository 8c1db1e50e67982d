import { readdirSync, readFileSync } from 'node:fs';
import type { AgentEvent } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playStream } from '../__fixtures__/play-recording.ts';
import { claude } from './claude-driver.ts';
import { TEXT_DELTA_LINE } from './text-delta-line.ts';

const RECORDINGS = new URL('../__fixtures__/claude/', import.meta.url);
const LINE =
  '{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hé\\n"}},' +
  '"session_id":"s1","parent_tool_use_id":null,"uuid":"u1","api_message_id":"m1"}';
const END = '"parent_tool_use_id":null';

function isKnown(line: string): boolean {
  TEXT_DELTA_LINE.lastIndex = 0;
  return TEXT_DELTA_LINE.exec(line)?.[0] === line;
}

function readInBlock(lines: readonly string[]): readonly AgentEvent[] {
  return playStream(claude(), lines.map((line) => `${line}\n`).join('')).events;
}

function readOneByOne(lines: readonly string[]): readonly AgentEvent[] {
  const parser = claude().createParser({ prompt: 'Say hello.', permissions: 'read-only' });
  return lines.flatMap((line) => parser.line(line));
}

describe('a text delta that is known without parsing', () => {
  it('is every one that the CLI was recorded writing', () => {
    const lines = readdirSync(RECORDINGS)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(new URL(name, RECORDINGS), 'utf8').split('\n'))
      .filter((line) => line.includes('"text_delta"'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !isKnown(line))).toEqual([]);
  });

  it.each([
    ["a sub-agent's", LINE.replace(END, '"parent_tool_use_id":"t1"')],
    ['one that is given another type later', LINE.replace(END, '"type":"user"')],
    ['one that is given another event later', LINE.replace(END, '"event":{}')],
    ['one whose text is given again', LINE.replace('"}}', '","text":"other"}}')],
    ['a thought', LINE.replace('"text_delta"', '"thinking_delta"')],
    ['one with a number JSON has not', LINE.replace('"index":0', '"index":00')],
    ['one with anything unknown', LINE.replace(END, '"new":1')],
  ])('is not %s', (_, line) => {
    expect(isKnown(LINE)).toBe(true);
    expect(isKnown(line)).toBe(false);
    expect(readInBlock([LINE, line, LINE])).toEqual(readOneByOne([LINE, line, LINE]));
  });

  it('gives the events it gives parsed, also with bytes put in, left out and exchanged', () => {
    const change = fc.record({
      at: fc.nat(LINE.length),
      leftOut: fc.nat(3),
      putIn: fc.oneof(fc.constantFrom('', '"', '\\', '{', '}', ',', ':', '0', '\r', '\u0001', '—'), fc.string()),
    });
    const line = fc.oneof(
      fc.constant(LINE),
      change.map(({ at, leftOut, putIn }) => LINE.slice(0, at) + putIn + LINE.slice(at + leftOut)),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        expect(readInBlock(lines)).toEqual(readOneByOne(lines.map((text) => text.replace(/\r$/, ''))));
      }),
      { numRuns: 1_000 },
    );
  });
});
