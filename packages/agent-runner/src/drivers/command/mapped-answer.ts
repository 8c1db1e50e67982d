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
}

/** Nothing said yet. */
export function createMappedAnswer(mapping: CompiledMapping): MappedAnswer {
  const streamed = createAnswerText();
  let stripper = createEscapeStripper();
  let wholeText: string | undefined;

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
    const isRepeated = text === streamed.text();
    wholeText = text;
    startNextPiece();
    // Programs that put their errors where answers stand send them as a piece of answer first.
    return isRepeated || mapping.isErrorText(text) ? [] : [{ type: 'text', text }];
  };

  const readTools = (line: JsonObject): AgentEvent[] => {
    const events = mapping.tools(line);
    if (events.length > 0) startNextPiece();
    return events;
  };

  return {
    read: (line) => [...readText(line), ...readTools(line)],
    text: () => streamed.text() || wholeText || '',
  };
}
