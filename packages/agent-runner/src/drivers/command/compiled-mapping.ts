import type { AgentEvent, Usage } from '@ctx/contract';
import { asCount, type JsonObject } from '../json-fields.ts';
import { compilePlace, compileWhere, parsePath, textAt, valueAt } from './json-path.ts';
import type { ErrorMapping, JsonlMapping, ToolsMapping, UsageMapping } from './output-mapping.ts';

/** A mapping made ready, once a driver: each part is a function of a line. */
export interface CompiledMapping {
  readonly text: (line: JsonObject) => string | undefined;
  readonly delta?: ((line: JsonObject) => string | undefined) | undefined;
  readonly session?: ((line: JsonObject) => string | undefined) | undefined;
  /** The words of an error, `''` where it has none; `undefined` for a line that is none. */
  readonly error: (line: JsonObject) => string | undefined;
  /** True for text that begins as errors of this program do. */
  readonly isErrorText: (text: string) => boolean;
  readonly tools: (line: JsonObject) => AgentEvent[];
  /** How the turn ended, for a line that ends it. */
  readonly endOk: (line: JsonObject) => boolean | undefined;
  readonly hasEnd: boolean;
  readonly usage: (line: JsonObject) => Usage | undefined;
}

/** Makes a mapping ready. */
export function compileMapping(mapping: JsonlMapping): CompiledMapping {
  const errorMappings = [mapping.error ?? []].flat();
  const errors = errorMappings.map(compileError);
  const errorBeginnings = errorMappings.flatMap(({ startsWith }) => startsWith ?? []);
  const isEnd = compileWhere(mapping.end?.where);
  const isOk = compileWhere(mapping.end?.ok);
  return {
    text: compilePlace(mapping.text),
    delta: mapping.delta && compilePlace(mapping.delta),
    session: mapping.session && compilePlace(mapping.session),
    error: (line) => {
      for (const error of errors) {
        const words = error(line);
        if (words !== undefined) return words;
      }
      return undefined;
    },
    isErrorText: (text) => errorBeginnings.some((beginning) => text.startsWith(beginning)),
    tools: compileTools(mapping.tools ?? {}),
    endOk: (line) => (isEnd?.(line) ? (isOk?.(line) ?? true) : undefined),
    hasEnd: mapping.end !== undefined,
    usage: mapping.usage === undefined ? () => undefined : compileUsage(mapping.usage),
  };
}

function compileError({ where, path, startsWith }: ErrorMapping): (line: JsonObject) => string | undefined {
  const test = compileWhere(where);
  const words = path === undefined ? undefined : parsePath(path);
  return (line) => {
    if (test !== undefined && !test(line)) return undefined;
    const text = words && textAt(line, words);
    if (startsWith !== undefined) return text?.startsWith(startsWith) ? text : undefined;
    return test === undefined ? text : (text ?? '');
  };
}

function compileTools({ call, result }: ToolsMapping): (line: JsonObject) => AgentEvent[] {
  const isCall = compileWhere(call?.where);
  const isResult = compileWhere(result?.where);
  const isError = compileWhere(result?.error);
  const at = (line: JsonObject, path: string | undefined): unknown => path && valueAt(line, parsePath(path));
  return (line) => {
    const events: AgentEvent[] = [];
    if (call !== undefined && isCall?.(line)) {
      const [id, name] = [asString(at(line, call.id)), asString(at(line, call.name))];
      if (id !== '' && name !== '') events.push({ type: 'tool-call', id, name, input: at(line, call.input) ?? {} });
    }
    if (result !== undefined && isResult?.(line)) {
      const output = asString(at(line, result.output));
      events.push({
        type: 'tool-result',
        id: asString(at(line, result.id)),
        output,
        isError: isError?.(line) ?? false,
      });
    }
    return events;
  };
}

function asString(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function compileUsage(mapping: UsageMapping): (line: JsonObject) => Usage | undefined {
  const test = compileWhere(mapping.where);
  const { where: _, ...paths } = mapping;
  const fields = Object.entries(paths).flatMap(([field, path]) =>
    path === undefined ? [] : [[field, parsePath(path)] as const],
  );
  return (line) => {
    if (!test?.(line)) return undefined;
    return Object.fromEntries(fields.map(([field, path]) => [field, asCount(valueAt(line, path))]));
  };
}
