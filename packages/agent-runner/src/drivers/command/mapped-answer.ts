import type { AgentEvent } from '@ctx/contract';
import { createEscapeStripper, stripEscapes } from '../../read/escape-stripper.ts';
import { createAnswerText } from '../answer-text.ts';
import type { JsonObject } from '../json-fields.ts';
import type { CompiledMapping } from './compiled-mapping.ts';

/** The answer of a program whose lines a mapping describes, and its tool calls, between which pieces of it stand. */
export interface MappedAnswer {
  read(line: JsonObject): AgentEvent[];
  /** The last piece. */
  text(): string;
  /** What was said before an error: never its words, also where the program put them among the pieces. */
  textBefore(errorWords: string): string;
}

/** Nothing said yet. */
export function createMappedAnswer(mapping: CompiledMapping): MappedAnswer {
  const streamed = createAnswerText();
  let stripper = createEscapeStripper();
  let wholeText = '';
  /** The whole piece before that: the last one may turn out to be the words of an error. */
  let earlierText = '';

  const startNextPiece = (): void => {
    streamed.clear();
    stripper = createEscapeStripper();
  };

  const readText = (line: JsonObject): AgentEvent[] => {
    const delta = mapping.delta?.(line);
    if (delta !== undefined) {
      const text = stripper.push(delta);
      streamed.append(text);
      return text === '' ? [] : [{ type: 'text-delta', text }];
    }
    const found = mapping.text(line);
    if (found === undefined || found === '') return [];
    const text = stripEscapes(found);
    // Programs that put their errors where answers stand send them as a piece of answer first.
    if (mapping.isErrorText(text)) return [];
    const isRepeated = text === streamed.text();
    if (text !== wholeText) earlierText = wholeText;
    wholeText = text;
    startNextPiece();
    return isRepeated ? [] : [{ type: 'text', text }];
  };

  const readTools = (line: JsonObject): AgentEvent[] => {
    const events = mapping.tools(line);
    if (events.length > 0) startNextPiece();
    return events;
  };

  return {
    read: (line) => [...readText(line), ...readTools(line)],
    text: () => streamed.text() || wholeText,
    textBefore(errorWords) {
      const pieces = [streamed.text(), wholeText, earlierText].map((piece) => withoutEnd(piece, errorWords));
      return pieces.find((piece) => piece !== '' && !mapping.isErrorText(piece)) ?? '';
    },
  };
}

function withoutEnd(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text;
}
