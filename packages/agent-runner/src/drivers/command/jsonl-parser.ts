import type { AgentEvent, TurnParser, Usage } from '@ctx/contract';
import { noise } from '../driver-events.ts';
import type { JsonObject } from '../json-fields.ts';
import { createTurnReport } from '../turn-report.ts';
import { sumUsage } from '../turn-usage.ts';
import { type CompiledMapping, compileMapping } from './compiled-mapping.ts';
import { createErrorWatch } from './error-watch.ts';
import type { JsonlMapping } from './output-mapping.ts';

/**
 * Makes `createParser` of a driver whose program prints JSON lines. `agentName` names the program in error messages.
 *
 * @throws {TypeError} for a key of the mapping that does not exist
 */
export function jsonlParser(agentName: string, mapping: JsonlMapping): () => TurnParser {
  const compiled = compileMapping(mapping);
  return () => createJsonlParser(agentName, compiled);
}

function createJsonlParser(agentName: string, mapping: CompiledMapping): TurnParser {
  const report = createTurnReport(agentName);
  const watch = createErrorWatch(mapping.errorPrefixes);
  let usage: Usage | undefined;
  let hasEnded = false;

  const endPart = (): AgentEvent[] => report.delta(watch.endPart());

  const readText = (line: JsonObject): AgentEvent[] => {
    const delta = mapping.delta?.(line);
    if (delta !== undefined) return report.delta(watch.delta(delta));
    const text = mapping.text(line);
    if (text === undefined || text === '') return [];
    const events = endPart();
    // Some programs send an error as a part of the answer first.
    return watch.isError(text) ? events : [...events, ...report.text(text)];
  };

  const readTools = (line: JsonObject): AgentEvent[] => {
    const { calls, results } = mapping.tools(line);
    if (calls.length === 0 && results.length === 0) return [];
    return [...endPart(), ...calls.flatMap(report.toolCall), ...results.flatMap(report.toolResult)];
  };

  const readUsage = (line: JsonObject): AgentEvent[] => {
    const reported = mapping.usage(line);
    if (reported === undefined) return [];
    usage = mapping.addsUsage ? sumUsage(usage, reported) : reported;
    return report.usage(usage);
  };

  const readEnd = (line: JsonObject): AgentEvent[] => {
    const isOk = mapping.endOk(line);
    const events = readUsage(line);
    if (isOk === undefined) return events;
    hasEnded = true;
    const errorText = watch.errorText();
    if (errorText !== undefined) report.fail(errorText);
    return [...events, ...endPart(), ...(isOk ? report.complete() : [])];
  };

  return {
    get ended() {
      return hasEnded;
    },
    json(line) {
      const session = report.session(mapping.sessionId?.(line) ?? '');
      const error = mapping.error(line);
      let said: AgentEvent[] = [];
      if (error !== undefined && !isErrorDelta(line, error.message, mapping)) report.fail(error.message, error.status);
      // The text of a line that ends the turn as failed is the error message, not an answer.
      else if (mapping.endOk(line) === false) report.fail(mapping.text(line) ?? '');
      else said = [...readText(line), ...readTools(line)];
      const events = [...session, ...said, ...readEnd(line)];
      return events.length === 0 ? [{ type: 'raw', data: line }] : events;
    },
    text: noise,
    finish(exit) {
      const errorText = watch.errorText();
      if (errorText !== undefined) report.fail(errorText);
      if (!mapping.hasEnd && exit.exitCode === 0) report.complete();
      return report.finish(exit);
    },
  };
}

/** True for a delta that begins an error message. The rest of the message is in the next deltas. */
function isErrorDelta(line: JsonObject, message: string, mapping: CompiledMapping): boolean {
  return mapping.delta?.(line) === message && mapping.errorPrefixes.some((prefix) => message.startsWith(prefix));
}
