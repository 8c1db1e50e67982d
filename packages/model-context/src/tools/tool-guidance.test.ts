import { Type } from '@google/genai';
import { describe, expect, it } from 'vitest';
import { parseToolCalls } from './parse-tool-calls.ts';
import { parametersOf } from './tool-definition.ts';
import { toolGuidance } from './tool-guidance.ts';

const TOOL = {
  name: 'search',
  description: 'Finds text in files.',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'What to look for.' },
      mode: { type: 'string', enum: ['exact', 'regex'] },
      limit: { type: ['integer', 'null'] },
      paths: { type: 'array', items: { type: 'string' } },
      range: { type: 'object', properties: { from: { type: 'number' } }, required: ['from'] },
      edits: { type: 'array', items: { type: 'object', properties: { line: { type: 'integer' } } } },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      free: {},
    },
    required: ['pattern', 'paths'],
  },
};

describe('toolGuidance', () => {
  it('lists each tool with its description, and each parameter with type, required or optional, and description', () => {
    expect(toolGuidance([TOOL, { name: 'now' }])).toContain(
      `Tool: search
Description: Finds text in files.
Parameters:
- pattern (string, required): What to look for.
- mode (string, optional) One of: "exact", "regex".
- limit (integer or null, optional)
- paths (array of string, required)
- range (object, optional)
  - from (number, required)
- edits (array of object, optional)
  - line (integer, optional)
- either (string or number, optional)
- free (any, optional)

Tool: now
Parameters: none`,
    );
  });

  it('shows a call that parseToolCalls reads, and says when to call and that explanations are allowed', () => {
    const guidance = toolGuidance([TOOL]);
    expect(parseToolCalls(guidance).toolCalls).toMatchObject([{ name: 'TOOL_NAME', args: { PARAMETER: 'VALUE' } }]);
    expect(guidance).toContain('```json');
    expect(guidance).toContain('Call a tool when');
    expect(guidance).toContain('all required parameters');
    expect(guidance).toContain('You may explain in words');
  });

  it('trims descriptions, and leaves out a blank one', () => {
    const parameters = { properties: { a: { type: 'string', description: ' The a.\n' } } };
    expect(toolGuidance([{ name: 'f', description: ' Does f.\n', parameters }])).toMatch(
      /\nTool: f\nDescription: Does f\.\nParameters:\n- a \(string, optional\): The a\.$/,
    );
    expect(toolGuidance([{ name: 'f', description: ' ' }])).toMatch(/\nTool: f\nParameters: none$/);
  });

  it('describes schemas that say little or are unusual', () => {
    const properties = {
      list: { type: 'array' },
      either: { oneOf: [{ type: 'string' }, true] },
      object: { type: 'object', items: { properties: { not: {} } }, properties: { inner: {} } },
    };
    expect(toolGuidance([{ name: 'f', parameters: { properties } }])).toContain(
      `Parameters:
- list (array, optional)
- either (string or any, optional)
- object (object, optional)
  - inner (any, optional)`,
    );
  });

  it('is empty without tools', () => {
    expect(toolGuidance([])).toBe('');
  });
});

describe('parameters of a tool', () => {
  it('accept the types of @google/genai, and leave data unchanged', () => {
    const parameters = {
      type: Type.OBJECT,
      properties: {
        type: { type: Type.STRING, enum: ['STRING'], default: 'STRING' },
        list: { type: Type.ARRAY, items: { type: Type.INTEGER } },
      },
    };
    expect(parametersOf({ name: 'f', parameters })).toEqual({
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['STRING'], default: 'STRING' },
        list: { type: 'array', items: { type: 'integer' } },
      },
    });
  });

  it('accept these types in every place of a schema', () => {
    const parameters = {
      type: ['OBJECT', 'NULL'],
      properties: {
        a: { type: ['STRING', 'NULL'] },
        TYPE: { not: { type: 'STRING' } },
        pair: { prefixItems: [{ type: 'STRING' }, true] },
        one: { oneOf: [{ type: 'STRING' }] },
        odd: { type: 7 },
        all: { allOf: [{ type: 'STRING' }] },
      },
      patternProperties: { '^X': { type: 'STRING' } },
      $defs: { A: { type: 'STRING' } },
      definitions: { B: { anyOf: [{ type: 'STRING' }, { type: 'OBJECT' }] } },
      additionalProperties: { type: 'STRING' },
    };
    expect(parametersOf({ name: 'f', parameters })).toEqual({
      type: ['object', 'null'],
      properties: {
        a: { type: ['string', 'null'] },
        TYPE: { not: { type: 'string' } },
        pair: { prefixItems: [{ type: 'string' }, true] },
        one: { oneOf: [{ type: 'string' }] },
        odd: { type: 7 },
        all: { allOf: [{ type: 'string' }] },
      },
      patternProperties: { '^X': { type: 'string' } },
      $defs: { A: { type: 'string' } },
      definitions: { B: { anyOf: [{ type: 'string' }, { type: 'object' }] } },
      additionalProperties: { type: 'string' },
    });
  });

  it('are an empty object schema if none are declared', () => {
    expect(parametersOf({ name: 'f' })).toEqual({ type: 'object', properties: {} });
  });
});
