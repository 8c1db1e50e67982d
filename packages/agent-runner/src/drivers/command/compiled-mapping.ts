import { requireNoMore, type Usage } from '@ctx/contract';
import { asCount, type JsonObject } from '../json-fields.ts';
import { compilePlace, compileWhere, type JsonPath, parsePath, textAt, valueAt } from './json-path.ts';
import type { EndMapping, ErrorMapping, JsonlMapping, ToolsMapping, UsageMapping } from './output-mapping.ts';

/** A mapping as functions of a line, built once per driver. */
export interface CompiledMapping {
  readonly text: (line: JsonObject) => string | undefined;
  readonly delta?: ((line: JsonObject) => string | undefined) | undefined;
  readonly sessionId?: ((line: JsonObject) => string | undefined) | undefined;
  /** The error in a line that means failure; `undefined` for any other line. */
  readonly error: (line: JsonObject) => MappedError | undefined;
  /** Prefixes of texts that are errors. */
  readonly errorPrefixes: readonly string[];
  readonly tools: (line: JsonObject) => MappedTools;
  /** For a line that ends the turn: true if the turn completed. `undefined` for any other line. */
  readonly endOk: (line: JsonObject) => boolean | undefined;
  readonly hasEnd: boolean;
  readonly usage: (line: JsonObject) => Usage | undefined;
  /** True if the counts of all usage lines are added up; else the last line counts. */
  readonly addsUsage: boolean;
}

/** The error in a line that means failure. */
export interface MappedError {
  /** `''` if the line has none. */
  readonly message: string;
  readonly status?: number | undefined;
}

/** The tool calls and results in a line. */
export interface MappedTools {
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly results: readonly { readonly id: string; readonly output: string; readonly isError: boolean }[];
}

/**
 * Compiles a mapping.
 *
 * @throws {TypeError} for a key that does not exist, at any depth
 */
export function compileMapping(mapping: JsonlMapping): CompiledMapping {
  requireNoMore(mapping, MAPPING_KEYS);
  const errorMappings = [mapping.error ?? []].flat();
  const errors = errorMappings.map(compileError);
  return {
    text: compilePlace(mapping.text),
    delta: mapping.delta && compilePlace(mapping.delta),
    sessionId: mapping.sessionId && compilePlace(mapping.sessionId),
    error: (line) => {
      for (const error of errors) {
        const found = error(line);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    errorPrefixes: errorMappings.flatMap(({ startsWith }) => startsWith ?? []),
    tools: compileTools(mapping.tools ?? {}),
    endOk: mapping.end === undefined ? () => undefined : compileEnd(mapping.end),
    hasEnd: mapping.end !== undefined,
    usage: mapping.usage === undefined ? () => undefined : compileUsage(mapping.usage),
    addsUsage: mapping.usage?.add ?? false,
  };
}

const MAPPING_KEYS: Record<keyof JsonlMapping, true> = {
  format: true,
  text: true,
  delta: true,
  end: true,
  error: true,
  tools: true,
  sessionId: true,
  usage: true,
};

function compileEnd({ where, ok, ...unknown }: EndMapping): (line: JsonObject) => boolean | undefined {
  requireNoMore(unknown);
  const isEnd = compileWhere(where);
  const isOk = compileWhere(ok);
  return (line) => {
    if (!isEnd?.(line)) return undefined;
    return isOk === undefined || isOk(line);
  };
}

const CALL_KEYS: Record<keyof NonNullable<ToolsMapping['call']>, true> = {
  where: true,
  id: true,
  name: true,
  input: true,
};

const RESULT_KEYS: Record<keyof NonNullable<ToolsMapping['result']>, true> = {
  where: true,
  id: true,
  output: true,
  error: true,
};

function compileError(mapping: ErrorMapping): (line: JsonObject) => MappedError | undefined {
  const { where, path, startsWith, status, ...unknown } = mapping;
  requireNoMore(unknown);
  const test = compileWhere(where);
  const messagePath = path === undefined ? undefined : parsePath(path);
  const statusPath = status === undefined ? undefined : parsePath(status);
  const isError = (text: string | undefined): boolean => {
    if (startsWith !== undefined) return text?.startsWith(startsWith) === true;
    // Without a condition on the line, a line is an error if it has a message.
    return test !== undefined || text !== undefined;
  };
  return (line) => {
    if (test !== undefined && !test(line)) return undefined;
    const text = messagePath && textAt(line, messagePath);
    if (!isError(text)) return undefined;
    return { message: text ?? '', status: statusPath && asCount(valueAt(line, statusPath)) };
  };
}

function compileTools({ call, result, ...unknown }: ToolsMapping): (line: JsonObject) => MappedTools {
  requireNoMore(unknown);
  requireNoMore(call ?? {}, CALL_KEYS);
  requireNoMore(result ?? {}, RESULT_KEYS);
  const isCall = compileWhere(call?.where);
  const callId = compileValue(call?.id);
  const name = compileValue(call?.name);
  const input = compileValue(call?.input);
  const isResult = compileWhere(result?.where);
  const resultId = compileValue(result?.id);
  const output = compileValue(result?.output);
  const isError = compileWhere(result?.error);
  return (line) => ({
    calls: isCall?.(line) ? [{ id: asString(callId(line)), name: asString(name(line)), input: input(line) }] : [],
    results: isResult?.(line)
      ? [{ id: asString(resultId(line)), output: asString(output(line)), isError: isError?.(line) ?? false }]
      : [],
  });
}

/** The value at a path as a function of the line. Without a path it is always `undefined`. */
function compileValue(path: string | undefined): (line: JsonObject) => unknown {
  if (path === undefined) return () => undefined;
  const keys = parsePath(path);
  return (line) => valueAt(line, keys);
}

function asString(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

const USAGE_KEYS: Record<keyof UsageMapping, true> = {
  where: true,
  add: true,
  inputTokens: true,
  cachedInputTokens: true,
  outputTokens: true,
  reasoningTokens: true,
};

function compileUsage(mapping: UsageMapping): (line: JsonObject) => Usage | undefined {
  requireNoMore(mapping, USAGE_KEYS);
  const { where, add: _, ...paths } = mapping;
  const test = compileWhere(where);
  const fields = Object.entries(paths).flatMap(([field, path]) =>
    path === undefined ? [] : [[field, [path].flat().map(parsePath)] as const],
  );
  return (line) => {
    if (!test?.(line)) return undefined;
    return Object.fromEntries(fields.map(([field, countPaths]) => [field, sumAt(line, countPaths)]));
  };
}

/** The sum of the counts; `undefined` if one of them is missing. */
function sumAt(line: JsonObject, paths: readonly JsonPath[]): number | undefined {
  let sum = 0;
  for (const path of paths) {
    const count = asCount(valueAt(line, path));
    if (count === undefined) return undefined;
    sum += count;
  }
  return sum;
}
