import type { AgentEvent, TurnParser } from '@ctx/contract';
import { cutIntoAsciiParts } from './ascii-parts.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { cutAtFrequentLines, type FrequentLine } from './frequent-line.ts';
import type { LineBlock } from './line-reader.ts';
import { parseTogether } from './parse-together.ts';

/** A parser that may know a form of line which need not be parsed. */
export interface BlockParser extends TurnParser {
  readonly frequent?: FrequentLine | undefined;
}

type Deliver = (events: readonly AgentEvent[]) => void;

/** Has a parser read a block of whole lines, and hands on what it makes of them, in order. The block is used up. */
export function readBlock(parser: BlockParser, block: LineBlock, deliver: Deliver): void {
  const { frequent } = parser;
  if (frequent === undefined) readLines(parser, block, deliver);
  else {
    cutAtFrequentLines(frequent, block, {
      onFrequent: deliver,
      onOthers: (others) => readLines(parser, others, deliver),
    });
  }
}

function readLines(parser: TurnParser, block: LineBlock, deliver: Deliver): void {
  if (parser.object === undefined) readOneByOne(parser, block, deliver);
  else cutIntoAsciiParts(block, (part) => readTogether(parser, part, deliver));
}

function readTogether(parser: TurnParser, block: LineBlock, deliver: Deliver): void {
  const values = parseTogether(block);
  if (values === undefined) readOneByOne(parser, block, deliver);
  else for (const value of values) deliver(parser.object!(value));
}

function readOneByOne(parser: TurnParser, block: LineBlock, deliver: Deliver): void {
  const lines = decodeUtf8(block, 1, block.length - 1).split('\n');
  for (const line of lines) deliver(parser.line(line.endsWith('\r') ? line.slice(0, -1) : line));
}
