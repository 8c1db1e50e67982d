import type { AgentEvent } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtFrequentLines, type FrequentLine, JSON_STRING } from './frequent-line.ts';

const SAYS: FrequentLine = {
  pattern: new RegExp(String.raw`(\{"say":)(${JSON_STRING})\}`, 'y'),
  read: (text) => [{ type: 'text-delta', text }],
};

/** What was said, and between it what was handed on. */
function cut(lines: string | Buffer): (string | AgentEvent)[] {
  const parts: (string | AgentEvent)[] = [];
  cutAtFrequentLines(SAYS, Buffer.concat([Buffer.from('?'), Buffer.from(lines)]), {
    onFrequent: (events) => parts.push(...events),
    onOthers: (block) => parts.push(block.toString('utf8', 1)),
  });
  return parts;
}

function said(text: string): AgentEvent {
  return { type: 'text-delta', text };
}

describe('frequent lines', () => {
  it('are read where they stand, and the lines between them are handed on as blocks', () => {
    expect(cut('{"say":"one"}\n{"a":1}\n{"b":2}\n{"say":"two"}\n{"say":"three"}\n{"c":3}\n')).toEqual([
      said('one'),
      '{"a":1}\n{"b":2}\n',
      said('two'),
      said('three'),
      '{"c":3}\n',
    ]);
  });

  it('say any text', () => {
    const text = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        const lines = texts.map((say) => `${JSON.stringify({ say })}\n`).join('');
        expect(cut(lines)).toEqual(texts.map(said));
      }),
    );
  });

  it('say bytes that are no text as Node decodes them', () => {
    const bytes = Buffer.from([0x61, 0xe4, 0xbc, 0x62, 0xff]);
    const line = Buffer.concat([Buffer.from('{"say":"'), bytes, Buffer.from('"}\n')]);
    expect(cut(line)).toEqual([said(bytes.toString('utf8'))]);
  });

  it.each([
    ['more in it', '{"say":"a","more":1}'],
    ['something behind it', '{"say":"a"} '],
    ['a second object', '{"say":"a"},{"say":"b"}'],
    ['something before it', ' {"say":"a"}'],
    ['an escape there is not', '{"say":"\\x"}'],
    ['a control character', '{"say":"\u0001"}'],
    ['its end torn off', '{"say":"a'],
    ['a carriage return', '{"say":"a"}\r'],
  ])('with %s are handed on', (_, line) => {
    expect(cut(`${line}\n{"say":"b"}\n`)).toEqual([`${line}\n`, said('b')]);
  });

  it('in a block with a very long line are handed on', () => {
    const block = `{"say":"a"}\n{"say":"${'b'.repeat(300_000)}"}\n`;
    expect(cut(block)).toEqual([block]);
  });
});
