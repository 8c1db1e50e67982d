import { FormatAssembler, type PromptFormat } from '@ctx/trimmer';
import type { ReadMessage } from '../assembler/prompt-reader.ts';

const ENTITIES = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
] as const;

export function escapeXml(text: string): string {
  return ENTITIES.reduce((known, [character, entity]) => known.replaceAll(character, entity), text);
}

function unescapeXml(text: string): string {
  return ENTITIES.reduceRight((known, [character, entity]) => known.replaceAll(entity, character), text);
}

export const XML_FORMAT: PromptFormat = {
  instructions: { heading: '<rules>', footer: '</rules>' },
  task: { heading: '<task>', footer: '</task>' },
  context: { heading: '<context>', footer: '</context>', line: '<said by="{from}" to="{to}">{content}</said>' },
  message: { heading: '<message>', footer: '</message>' },
  escape: escapeXml,
};

/** Tags around every part, with all texts and names escaped. Defined by data alone. */
export class XmlAssembler extends FormatAssembler {
  constructor(format: PromptFormat = XML_FORMAT) {
    super('xml-agent', format);
  }
}

const TOKEN = /<said by="([^"<>]*)" to="([^"<>]*)">([^<>]*)<\/said>|<(\/?(?:task|context|message))>|([^<>]+)/gy;

/** Reads the prompts of the assembler above. Throws for any other text. */
export function readXml(prompt: string): ReadMessage[] {
  const messages: ReadMessage[] = [];
  let end = 0;
  for (const [token, from, to, content] of prompt.matchAll(TOKEN)) {
    end += token.length;
    if (from === undefined) continue;
    messages.push({ from: unescapeXml(from), to: unescapeXml(to!), content: unescapeXml(content!) });
  }
  if (end < prompt.length) throw new SyntaxError(`Not of the format: ${prompt.slice(end, end + 60)}`);
  return messages;
}
