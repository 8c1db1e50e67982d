import { requireNoMore, type Usage } from '@ctx/contract';
import { asCount, type JsonObject } from '../json-fields.ts';
import { compilePlace, compileWhere, type JsonPath, type LineTest, parsePath, textAt, valueAt } from './json-path.ts';
import type { ErrorMapping, JsonlMapping, ToolsMapping, UsageMapping } from './output-mapping.ts';

/** A mapping as functions of a line, built once per driver. */
export interface CompiledMapping {
  readonly text: (line: JsonObject) => string | undefined;
  readonly delta?: ((line: JsonObject) => string | undefined) | undefined;
  readonly sessionId?: ((line: JsonObject) => string | undefined) | undefined;
  /** The error in a line that means failure; `undefined` for any other line. */
  readonly error: (line: JsonObject) => MappedError | undefined;
  /** Prefixes of texts that are errors. */
  readonly errorPrefixes: readonly string[];
  readonly toolCalls: (line: JsonObject) => MappedToolCall[];
  readonly toolResults: (line: JsonObject) => MappedToolResult[];
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

/** A tool call in a line. */
export interface MappedToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The result of a tool call in a line. */
export interface MappedToolResult {
  readonly id: string;
  readonly output: string;
  readonly isError: boolean;
}

/**
 * Compiles a mapping.
 *
 * @throws {TypeError} for a key that does not exist
 */
export function compileMapping(mapping: JsonlMapping): CompiledMapping {
  requireNoMore(mapping, MAPPING_KEYS);
  const errorMappings = [mapping.error ?? []].flat();
  const errors = errorMappings.map(compileError);
  const { end, tools } = mapping;
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
    errorPrefixes: errorMappings.map(({ startsWith }) => startsWith).filter((prefix) => prefix !== undefined),
    toolCalls: tools?.call === undefined ? () => [] : compileToolCall(tools.call),
    toolResults: tools?.result === undefined ? () => [] : compileToolResult(tools.result),
    endOk: end === undefined ? () => undefined : compileEnd(end),
    hasEnd: end !== undefined,
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

function compileError(mapping: ErrorMapping): (line: JsonObject) => MappedError | undefined {
  const { startsWith } = mapping;
  const test = mapping.where && compileWhere(mapping.where);
  const messagePath = mapping.path === undefined ? undefined : parsePath(mapping.path);
  const statusPath = mapping.status === undefined ? undefined : parsePath(mapping.status);
  return (line) => {
    if (test !== undefined && !test(line)) return undefined;
    const text = messagePath && textAt(line, messagePath);
    const isError = startsWith === undefined ? test !== undefined || text !== undefined : text?.startsWith(startsWith);
    return isError ? { message: text ?? '', status: statusPath && asCount(valueAt(line, statusPath)) } : undefined;
  };
}

function compileEnd({ where, ok }: NonNullable<JsonlMapping['end']>): (line: JsonObject) => boolean | undefined {
  const isEnd = compileWhere(where);
  const isOk: LineTest = ok === undefined ? () => true : compileWhere(ok);
  return (line) => (isEnd(line) ? isOk(line) : undefined);
}

function compileToolCall(call: NonNullable<ToolsMapping['call']>): (line: JsonObject) => MappedToolCall[] {
  const isCall = compileWhere(call.where);
  return (line) => {
    if (!isCall(line)) return [];
    return [{ id: asString(at(line, call.id)), name: asString(at(line, call.name)), input: at(line, call.input) }];
  };
}

function compileToolResult(result: NonNullable<ToolsMapping['result']>): (line: JsonObject) => MappedToolResult[] {
  const isResult = compileWhere(result.where);
  const isError: LineTest = result.error === undefined ? () => false : compileWhere(result.error);
  return (line) => {
    if (!isResult(line)) return [];
    return [{ id: asString(at(line, result.id)), output: asString(at(line, result.output)), isError: isError(line) }];
  };
}

function at(line: JsonObject, path: string | undefined): unknown {
  return path && valueAt(line, parsePath(path));
}

function asString(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function compileUsage({ where, add: _, ...paths }: UsageMapping): (line: JsonObject) => Usage | undefined {
  const test = compileWhere(where);
  const fields = Object.entries(paths)
    .filter(([, path]) => path !== undefined)
    .map(([field, path]) => [field, [path!].flat().map(parsePath)] as const);
  return (line) => {
    if (!test(line)) return undefined;
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
