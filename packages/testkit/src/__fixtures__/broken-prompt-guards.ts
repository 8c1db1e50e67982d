import type { Layout } from '@ctx/contract';
import { FormatAssembler } from '@ctx/trimmer';
import type { BrokenAssemblers } from './broken-assembler.ts';
import { escapeJson, jsonLinesAssembler, readJsonLines } from './json-lines-assembler.ts';
import { markdownAssembler } from './markdown-assembler.ts';
import { escapeXml, readXml, XML_FORMAT, XmlAssembler } from './xml-assembler.ts';

const asItIs = (text: string) => text;

/** The XML format with one part of its guarded layout changed. */
class ChangedXml extends XmlAssembler {
  readonly #change: (layout: Layout) => Layout;
  constructor(change: (layout: Layout) => Layout) {
    super();
    this.#change = change;
  }
  override layout(input: Parameters<XmlAssembler['layout']>[0]): Layout {
    return this.#change(super.layout(input));
  }
}

/** Layouts that are well formed and hold everything, but do not guard as they declare. */
export const BROKEN_PROMPT_GUARDS: BrokenAssemblers = {
  'says that it guards by the column, and does nothing': [
    () => markdownAssembler({ name: asItIs, content: asItIs, task: asItIs, deeds: asItIs, message: asItIs }),
    /With content .*, the line .* stands in the first column, after CR LF\./,
  ],
  'indents after LF only': [
    () => markdownAssembler({ content: (text) => text.replaceAll('\n', '\n  ') }),
    /With content "first7f\\r.* stands in the first column, after CR\./,
  ],
  'knows no line ends but those of ASCII': [
    () => markdownAssembler({ message: (text) => text.replaceAll(/\r\n|[\n\r\v\f]/g, (end) => `${end}  `) }),
    /With currentMessage .* stands in the first column, after NEL\./,
  ],
  'does not know U+2028': [
    () => markdownAssembler({ content: (text) => text.replaceAll(/\r\n|[\n\r\v\f\u0085\u2029]/g, (end) => `${end}  `) }),
    /stands in the first column, after U\+2028\./,
  ],
  'takes CR LF for two line ends': [
    () => markdownAssembler({ content: (text) => text.replaceAll(/[\n\r\v\f\u0085\u2028\u2029]/g, (end) => `${end}  `) }),
    /content .* does not come out whole in a guarded prompt/,
  ],
  'indents by one blank': [
    () => markdownAssembler({ content: (text) => text.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, (end) => `${end} `) }),
    /With content .* stands in the first column/,
  ],
  'leaves the task in the first column': [
    () => markdownAssembler({ task: asItIs }),
    /With teamTask .* stands in the first column|The team task begins in the first column/,
  ],
  'leaves the first line of the task in the first column': [
    () => markdownAssembler({ task: (text) => text.replaceAll('\n', '\n  ') }),
    /With teamTask .* stands in the first column|The team task begins in the first column/,
  ],
  'guards what was said and not what was done': [
    () => markdownAssembler({ deeds: asItIs }),
    /With deeds .* stands in the first column/,
  ],
  'guards contents and not names': [
    () => markdownAssembler({ name: asItIs }),
    /from "Ann\\r\\n- Kim" is printed with its CR LF: what follows stands in the first column/,
  ],
  'takes out lines that look like headings': [
    () => markdownAssembler({ content: (text) => GUARDED(text).replaceAll('[MESSAGE]', '') }),
    /content .* does not come out whole in a guarded prompt/,
  ],
  'does not name who asks': [
    () => markdownAssembler({ sender: () => '* ' }),
    /Nothing says who wrote the current message/,
  ],
  'names who asks though nothing is asked': [
    () => new ChangedXml((layout) => ({ ...layout, blocks: layout.blocks.map(withSenderInFooter) })),
    /The sender of the current message is named though there is none/,
    readXml,
  ],
  'guards by escaping, and gives no way to read': [
    () => new XmlAssembler(),
    /The layout guards by "escape", and nothing can read its prompts back/,
  ],
  'says that it guards by escaping, and escapes nothing': [
    () => new ChangedXml((layout) => ({ ...layout, blocks: layout.blocks.map(withoutEscape) })),
    /readPrompt threw SyntaxError|messages are read where there are/,
    readXml,
  ],
  'escapes contents and not names': [
    () => jsonLinesAssembler({ name: asItIs }),
    /readPrompt threw SyntaxError|is read as said by "Ann/,
    readJsonLines,
  ],
  'escapes what was said and not what was done': [
    () => jsonLinesAssembler({ deeds: asItIs }),
    /readPrompt threw SyntaxError/,
    readJsonLines,
  ],
  'does not escape the task': [
    () => jsonLinesAssembler({ task: asItIs }),
    /readPrompt threw SyntaxError|messages are read where there are/,
    readJsonLines,
  ],
  'escapes quotes and not backslashes': [
    () => jsonLinesAssembler({ content: (text) => text.replaceAll('"', '\\"').replaceAll('\n', '\\n') }),
    /readPrompt threw SyntaxError|is read as/,
    readJsonLines,
  ],
  'escapes < and not &': [
    () => new XmlAssembler({ ...XML_FORMAT, escape: (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;') }),
    /With content .*&lt;.*, message 2 is read as/,
    readXml,
  ],
  'escapes twice': [
    () => new XmlAssembler({ ...XML_FORMAT, escape: (text) => escapeXml(escapeXml(text)) }),
    /message 2 is read as .*&lt;/,
    readXml,
  ],
  'escapes what cannot be read back': [
    () => jsonLinesAssembler({ content: (text) => escapeJson(text.replaceAll('\0', '')) }),
    /With content "nul .*, message 2 is read as "nul ,/,
    readJsonLines,
  ],
  'is read by a reader that forgets the deeds': [
    () => jsonLinesAssembler(),
    /"ctx" says "did0x7f" in a harmless prompt, and readPrompt does not give it/,
    (prompt) => readJsonLines(prompt).filter(({ from }) => from !== 'ctx'),
  ],
  'is read by a reader that gives the task as a message': [
    () => jsonLinesAssembler(),
    /readPrompt gives 11 messages of a harmless prompt that has 10/,
    (prompt) => [...readJsonLines(prompt), { from: 'Kim', content: 'theTask7f' }],
  ],
  'is read by a reader that takes the addressee for another': [
    () => jsonLinesAssembler(),
    /is said to "to0x7f" in a harmless prompt, and readPrompt gives "Kim"/,
    (prompt) => readJsonLines(prompt).map((message) => ({ ...message, to: 'Kim' })),
  ],
  'guards in a way that nobody knows': [
    () => new ChangedXml((layout) => ({ ...layout, guards: 'prayer' as 'column' })),
    /The layout guards by "prayer"/,
  ],
  'loses the message when it is to be guarded': [
    () => new ChangedXml((layout) => ({ ...layout, blocks: layout.blocks.filter((block) => !('before' in block)) })),
    /With current in the input, theMessage7f is in the output 0 times/,
    readXml,
  ],
};

function GUARDED(text: string): string {
  return text.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, (end) => `${end}  `);
}

type Block = Layout['blocks'][number];

function withSenderInFooter(block: Block): Block {
  return block.name === 'task' ? { ...block, footer: '</task>asker7f' } : block;
}

const BARE = new FormatAssembler('bare', { ...XML_FORMAT, escape: undefined });

function withoutEscape(block: Block): Block {
  if (block.shrink === 'end') return { ...block, escape: undefined };
  if (block.shrink !== 'oldest') return block;
  const bare = BARE.layout({ contextMessages: [], currentMessage: '', teamTask: null, maxBytes: 0 });
  return { ...(bare.blocks.find(({ shrink }) => shrink === 'oldest') as typeof block), messages: block.messages, lastLine: block.lastLine };
}
