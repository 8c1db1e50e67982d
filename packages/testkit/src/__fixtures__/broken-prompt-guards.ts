import type { Layout } from '@ctx/contract';
import { FormatAssembler } from '@ctx/trimmer';
import type { BrokenAssemblers } from './broken-assembler.ts';
import { escapeJson, jsonLinesAssembler, readJsonLines } from './json-lines-assembler.ts';
import { LINE_END, markdownAssembler } from './markdown-assembler.ts';
import { escapeXml, readXml, XML_FORMAT, XmlAssembler } from './xml-assembler.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: FS, GS and RS are line ends
const ASCII_LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e]/g;
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

/** Layouts that are well formed and complete, but do not guard as they declare. */
export const BROKEN_PROMPT_GUARDS: BrokenAssemblers = {
  'has a reader that cannot read its prompts': [
    () => jsonLinesAssembler(),
    /readPrompt threw SyntaxError: .* \(a harmless prompt\)\. Fix readPrompt: it must read every prompt of your format\.$/,
    (prompt) => JSON.parse(prompt) as never,
  ],
  'declares column guards, but does not guard': [
    () => markdownAssembler({ name: asItIs, content: asItIs, task: asItIs, deeds: asItIs, message: asItIs }),
    /With content .*, the line .* starts in the first column, after CR LF\./,
  ],
  'indents after LF only': [
    () => markdownAssembler({ content: (text) => text.replaceAll('\n', '\n  ') }),
    /With content "first7f\\r.* starts in the first column, after CR\./,
  ],
  'indents after ASCII line ends only': [
    () => markdownAssembler({ message: (text) => text.replaceAll(ASCII_LINE_END, '$&  ') }),
    /With currentMessage .* starts in the first column, after NEL\./,
  ],
  'does not indent after U+2028': [
    () =>
      markdownAssembler({
        content: (text) => indented(text).replaceAll('\u2028  ', '\u2028'),
      }),
    /starts in the first column, after U\+2028\./,
  ],
  'treats CR LF as two line ends': [
    () =>
      markdownAssembler({
        content: (text) => indented(text).replaceAll('\r\n', '\r  \n'),
      }),
    /content .* is not printed whole in a guarded prompt/,
  ],
  'indents by one space': [
    () => markdownAssembler({ content: (text) => text.replaceAll(LINE_END, '$& ') }),
    /With content .* starts in the first column/,
  ],
  'leaves the task in the first column': [
    () => markdownAssembler({ task: asItIs }),
    /With teamTask .* starts in the first column|The team task starts in the first column/,
  ],
  'leaves the first line of the task in the first column': [
    () => markdownAssembler({ task: (text) => text.replaceAll('\n', '\n  ') }),
    /With teamTask .* starts in the first column|The team task starts in the first column/,
  ],
  'guards messages but not deeds': [
    () => markdownAssembler({ deeds: asItIs }),
    /With deeds .* starts in the first column/,
  ],
  'guards contents but not names': [
    () => markdownAssembler({ name: asItIs }),
    /from "Ann\\r\\n- Kim" is printed with its CR LF, so the text after it starts in the first column/,
  ],
  'removes lines that look like headings': [
    () => markdownAssembler({ content: (text) => indented(text).replaceAll('[MESSAGE]', '') }),
    /content .* is not printed whole in a guarded prompt/,
  ],
  'does not name the sender of the current message': [
    () => markdownAssembler({ sender: () => '* ' }),
    /does not say who wrote the current message/,
  ],
  'names the sender of an empty current message': [
    () => new ChangedXml((layout) => ({ ...layout, blocks: layout.blocks.map(withSenderInFooter) })),
    /The sender of the current message is named, but there is no message/,
    readXml,
  ],
  'guards by escaping, but is tested without readPrompt': [
    () => new XmlAssembler(),
    /declares guards: "escape", but testAssembler has no readPrompt/,
  ],
  'declares that it guards by escaping, but escapes nothing': [
    () => new ChangedXml((layout) => ({ ...layout, blocks: layout.blocks.map(withoutEscape) })),
    /readPrompt threw SyntaxError|messages are read instead of/,
    readXml,
  ],
  'escapes contents but not names': [
    () => jsonLinesAssembler({ name: asItIs }),
    /readPrompt threw SyntaxError|is read as from "Ann/,
    readJsonLines,
  ],
  'escapes messages but not deeds': [
    () => jsonLinesAssembler({ deeds: asItIs }),
    /readPrompt threw SyntaxError/,
    readJsonLines,
  ],
  'does not escape the task': [
    () => jsonLinesAssembler({ task: asItIs }),
    /readPrompt threw SyntaxError|messages are read instead of/,
    readJsonLines,
  ],
  'escapes quotes but not backslashes': [
    () => jsonLinesAssembler({ content: (text) => text.replaceAll('"', '\\"').replaceAll('\n', '\\n') }),
    /readPrompt threw SyntaxError|is read as/,
    readJsonLines,
  ],
  'escapes < but not &': [
    () =>
      new XmlAssembler({
        ...XML_FORMAT,
        escape: (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      }),
    /With content .*&lt;.*, message 2 is read as/,
    readXml,
  ],
  'escapes twice': [
    () => new XmlAssembler({ ...XML_FORMAT, escape: (text) => escapeXml(escapeXml(text)) }),
    /message 2 is read as .*&lt;/,
    readXml,
  ],
  'escapes so that texts cannot be read back': [
    () => jsonLinesAssembler({ content: (text) => escapeJson(text.replaceAll('\0', '')) }),
    /With content "nul .*, message 2 is read as "nul ,/,
    readJsonLines,
  ],
  'is read by a reader that forgets the deeds': [
    () => jsonLinesAssembler(),
    /A harmless prompt has "did0x7f" from "ctx", but readPrompt does not return it/,
    (prompt) => readJsonLines(prompt).filter(({ from }) => from !== 'ctx'),
  ],
  'is read by a reader that returns the task as a message': [
    () => jsonLinesAssembler(),
    /A harmless prompt has 10 messages, but readPrompt returns 11/,
    (prompt) => [...readJsonLines(prompt), { from: 'Kim', content: 'theTask7f' }],
  ],
  'is read by a reader that returns another addressee': [
    () => jsonLinesAssembler(),
    /to "to0x7f", but readPrompt returns it to "Kim"/,
    (prompt) => readJsonLines(prompt).map((message) => ({ ...message, to: 'Kim' })),
  ],
  'declares unknown guards': [
    () => new ChangedXml((layout) => ({ ...layout, guards: 'prayer' as 'column' })),
    /The layout declares guards: "prayer"/,
  ],
  'loses the message in a guarded prompt': [
    () => new ChangedXml((layout) => ({ ...layout, blocks: layout.blocks.filter((block) => !('before' in block)) })),
    /With current in the input, theMessage7f is in the output 0 times/,
    readXml,
  ],
};

function indented(text: string): string {
  return text.replaceAll(LINE_END, '$&  ');
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
  return {
    ...(bare.blocks.find(({ shrink }) => shrink === 'oldest') as typeof block),
    messages: block.messages,
    lastLine: block.lastLine,
  };
}
