import type { AgentEvent, ProcessExit, TurnParser, TurnResult, Usage } from '@ctx/contract';
import { classifyFailure } from '../../result/classify-failure.ts';
import { EMPTY_ANSWER, noise } from '../driver-events.ts';
import type { JsonObject } from '../json-fields.ts';
import { incompleteFailure, turnResult } from '../parsed-result.ts';
import { knownUsage } from '../turn-usage.ts';
import type { CompiledMapping } from './compiled-mapping.ts';
import { createMappedAnswer } from './mapped-answer.ts';

/** Reads a program's JSON lines as its mapping says. */
export function createJsonlParser(programName: string, mapping: CompiledMapping): TurnParser {
  const answer = createMappedAnswer(mapping);
  let sessionId: string | undefined;
  let errorWords: string | undefined;
  let isEndOk: boolean | undefined;
  let usage: Usage | undefined;
  let saidEmpty = false;

  const readEnd = (line: JsonObject): AgentEvent[] => {
    isEndOk = mapping.endOk(line) ?? isEndOk;
    const counts = mapping.usage(line);
    if (counts === undefined) return [];
    usage = knownUsage({ ...counts });
    return usage === undefined ? [] : [{ type: 'usage', usage }];
  };

  const isEmptyEnd = (): boolean =>
    isEndOk === true && errorWords === undefined && answer.text().trim() === '' && !saidEmpty;

  const readObject = (line: JsonObject): AgentEvent[] => {
    const session = mapping.session?.(line);
    const events: AgentEvent[] = [];
    if (session !== undefined && session !== '' && session !== sessionId) {
      sessionId = session;
      events.push({ type: 'session-start', sessionId });
    }
    // What a line says that ends the turn as failed is why it failed.
    const error = mapping.error(line) ?? (mapping.endOk(line) === false ? mapping.text(line) || undefined : undefined);
    // The words of an error are not an answer, even where answers stand; the line may be the end all the same.
    if (error !== undefined) errorWords = error;
    else events.push(...answer.read(line));
    events.push(...readEnd(line));
    if (isEmptyEnd()) {
      saidEmpty = true;
      events.push(EMPTY_ANSWER);
    }
    return events.length === 0 ? [{ type: 'raw', data: line }] : events;
  };

  return {
    get ended() {
      return isEndOk !== undefined;
    },
    json: readObject,
    text: noise,
    finish(exit: ProcessExit): TurnResult {
      const facts = { usage, sessionId };
      if (errorWords !== undefined) {
        const partial = answer.textBefore(errorWords);
        const message = errorWords || `${programName} reported an error`;
        return turnResult('failed', partial, facts, classifyFailure({ message, stderr: exit.stderr }));
      }
      const text = answer.text();
      const isOk = mapping.hasEnd ? isEndOk === true : exit.exitCode === 0 && exit.signal === null;
      if (isOk) return turnResult('completed', text, facts);
      return turnResult('failed', text, facts, incompleteFailure(programName, exit));
    },
  };
}
