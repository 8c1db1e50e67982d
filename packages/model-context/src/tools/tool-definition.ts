import { isRecord } from '../requests/to-json.ts';

/** A tool a model may call. */
export interface ToolDefinition {
  /** 1 to 64 letters, digits, `_` or `-`, not starting with a digit or `-`. Every service accepts such names. */
  readonly name: string;
  /** Tells the model when and how to use the tool. */
  readonly description?: string | undefined;
  /** JSON Schema of the arguments, an object schema. `@google/genai`'s upper-case `Type`s are understood too. */
  readonly parameters?: object | undefined;
}

const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/**
 * Checks the names of tools. A bad name is not repaired, because the model would then call the tool by another name.
 * @throws TypeError for a name that a service would refuse, or that is given twice.
 */
export function assertToolNames(tools: readonly ToolDefinition[]): void {
  const names = new Set<string>();
  for (const { name } of tools) {
    if (!TOOL_NAME.test(name)) {
      throw new TypeError(
        `Tool name ${JSON.stringify(name)} must match ${TOOL_NAME.source}; services refuse other names`,
      );
    }
    if (names.has(name)) throw new TypeError(`Tool name ${JSON.stringify(name)} is given twice`);
    names.add(name);
  }
}

/** The parameters of a tool as plain JSON Schema; an empty object schema if the tool declares none. */
export function parametersOf(tool: ToolDefinition): Record<string, unknown> {
  const schema = lowerCaseTypes(tool.parameters ?? {});
  const plain = isRecord(schema) ? schema : {};
  return { ...plain, type: plain['type'] ?? 'object', properties: plain['properties'] ?? {} };
}

/** `Type.STRING` of `@google/genai` is `STRING`; JSON Schema says `string`. */
function lowerCaseTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lowerCaseTypes);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'type') return [key, lowerCase(value)];
    if (NAMED_SCHEMAS_KEYS.has(key) && isRecord(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, item]) => [name, lowerCaseTypes(item)]))];
    }
    return SUBSCHEMA_KEYS.has(key) ? [key, lowerCaseTypes(value)] : [key, value];
  });
  return Object.fromEntries(entries);
}

/** A type, or the types of a list. */
function lowerCase(type: unknown): unknown {
  if (Array.isArray(type)) return type.map(lowerCase);
  return typeof type === 'string' ? type.toLowerCase() : type;
}

/** Keys that hold schemas by name. The names stay unchanged. */
const NAMED_SCHEMAS_KEYS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

/** Keys that hold schemas. The values of others, such as `enum` and `default`, are data and stay unchanged. */
const SUBSCHEMA_KEYS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'additionalProperties',
]);
