type Schema = Readonly<Record<string, unknown>>;

/**
 * Why a value does not match a JSON Schema, as text for the model; `undefined` if it matches. Supports the keywords
 * that tool parameters use: types, required and unknown properties, items, enum, const and combinations.
 */
export function schemaProblem(value: unknown, schema: unknown, path = 'arguments'): string | undefined {
  if (schema === false) return `${path} is not allowed`;
  if (!isRecord(schema)) return undefined;
  return (
    typeProblem(value, schema, path) ??
    choiceProblem(value, schema, path) ??
    propertiesProblem(value, schema, path) ??
    itemsProblem(value, schema, path) ??
    combinationProblem(value, schema, path)
  );
}

function typeProblem(value: unknown, schema: Schema, path: string): string | undefined {
  const types = [schema['type'] ?? []].flat().map((type) => String(type).toLowerCase());
  if (types.length === 0 || (value === null && schema['nullable'] === true)) return undefined;
  const actual = typeOf(value);
  const matches = types.includes(actual) || (actual === 'integer' && types.includes('number'));
  return matches ? undefined : `${path} must be ${types.join(' or ')}, not ${actual}`;
}

function choiceProblem(value: unknown, schema: Schema, path: string): string | undefined {
  const choices = allowedValues(schema);
  if (choices === undefined) return undefined;
  const json = JSON.stringify(value);
  if (choices.some((choice) => JSON.stringify(choice) === json)) return undefined;
  return `${path} must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`;
}

function allowedValues(schema: Schema): readonly unknown[] | undefined {
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return 'const' in schema ? [schema['const']] : undefined;
}

function propertiesProblem(value: unknown, schema: Schema, path: string): string | undefined {
  if (!isRecord(value)) return undefined;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  for (const name of Array.isArray(schema['required']) ? schema['required'] : []) {
    if (!Object.hasOwn(value, name)) return `${path}.${name} is required`;
  }
  for (const [name, item] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name);
    const itemSchema = known ? properties[name] : schema['additionalProperties'];
    if (!known && itemSchema === false) {
      return `${path}.${name} is unknown; known are: ${Object.keys(properties).join(', ') || 'none'}`;
    }
    const problem = schemaProblem(item, itemSchema, `${path}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function itemsProblem(value: unknown, schema: Schema, path: string): string | undefined {
  if (!Array.isArray(value) || schema['items'] === undefined) return undefined;
  for (const [index, item] of value.entries()) {
    const problem = schemaProblem(item, schema['items'], `${path}[${index}]`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function combinationProblem(value: unknown, schema: Schema, path: string): string | undefined {
  for (const part of listOf(schema['allOf'])) {
    const problem = schemaProblem(value, part, path);
    if (problem !== undefined) return problem;
  }
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (choices.length === 0) return undefined;
  const problems = choices.map((choice) => schemaProblem(value, choice, path));
  return problems.includes(undefined) ? undefined : `${path} matches none of the choices: ${problems[0]}`;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
