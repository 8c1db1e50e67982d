import type { AgentEvent, TurnParser, Usage } from '@ctx/contract';
import { sumUsage } from '../../api/api-usage.ts';
import { noise } from '../driver-events.ts';
import type { JsonObject } from '../json-fields.ts';
import { createTurnReport } from '../turn-report.ts';
import { type CompiledMapping, compileMapping } from './compiled-mapping.ts';
import { createErrorWatch } from './error-watch.ts';
import type { JsonlMapping } from './output-mapping.ts';

/**
 * The `createParser` of a driver whose program prints JSON lines that can be described in data. `agentName` is how error
 * messages call the program.
 */
export function jsonlParser(agentName: string, mapping: JsonlMapping): () => TurnParser {
  const compiled = compileMapping(mapping);
  return () => createJsonlParser(agentName, compiled);
}

function createJsonlParser(agentName: string, mapping: CompiledMapping): TurnParser {
  const report = createTurnReport(agentName);
  const watch = createErrorWatch(mapping.errorBeginnings);
  let usage: Usage | undefined;
  let hasEnded = false;

  const endPiece = (): AgentEvent[] => {
    const rest = watch.endPiece();
    return rest === '' ? [] : report.delta(rest);
  };

  const readText = (line: JsonObject): AgentEvent[] => {
    const delta = mapping.delta?.(line);
    if (delta !== undefined) return report.delta(watch.delta(delta));
    const text = mapping.text(line);
    if (text === undefined || text === '') return [];
    const held = endPiece();
    // Programs that put their errors where answers stand send them as a piece of answer first.
    return watch.isError(text) ? held : [...held, ...report.text(text)];
  };

  const readTools = (line: JsonObject): AgentEvent[] => {
    const { calls, results } = mapping.tools(line);
    if (calls.length === 0 && results.length === 0) return [];
    return [...endPiece(), ...calls.flatMap(report.toolCall), ...results.flatMap(report.toolResult)];
  };

  const readUsage = (line: JsonObject): AgentEvent[] => {
    const told = mapping.usage(line);
    if (told === undefined) return [];
    usage = mapping.addsUsage ? sumUsage(usage, told) : told;
    return usage === undefined ? [] : report.usage(usage);
  };

  const readEnd = (line: JsonObject): AgentEvent[] => {
    const isOk = mapping.endOk(line);
    const events = readUsage(line);
    if (isOk === undefined) return events;
    hasEnded = true;
    const words = watch.words();
    if (words !== undefined) report.fail(words);
    else if (!isOk) report.fail('');
    return [...events, ...endPiece(), ...(isOk ? report.complete() : [])];
  };

  return {
    get ended() {
      return hasEnded;
    },
    json(line) {
      const events = report.session(mapping.sessionId?.(line) ?? '');
      const error = mapping.error(line);
      if (error !== undefined && !isErrorDelta(line, error.words, mapping)) report.fail(error.words, error.status);
      // What a line says that ends the turn as failed is why it failed, not an answer.
      else if (mapping.endOk(line) === false) report.fail(mapping.text(line) ?? '');
      else events.push(...readText(line), ...readTools(line));
      events.push(...readEnd(line));
      return events.length === 0 ? [{ type: 'raw', data: line }] : events;
    },
    text: noise,
    finish(exit) {
      const words = watch.words();
      if (words !== undefined) report.fail(words);
      if (!mapping.hasEnd && exit.exitCode === 0 && exit.signal === null) report.complete();
      return report.finish(exit);
    },
  };
}

/** True for a delta whose words begin as an error does: the rest of the error is in the deltas after it. */
function isErrorDelta(line: JsonObject, words: string, mapping: CompiledMapping): boolean {
  return mapping.delta?.(line) === words && mapping.errorBeginnings.some((beginning) => words.startsWith(beginning));
}
