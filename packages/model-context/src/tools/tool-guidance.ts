import { isRecord } from '../requests/to-json.ts';
import { parametersOf, type ToolDefinition } from './tool-definition.ts';

const HOW_TO_CALL = `You can use the tools listed below. You have no other way to call them than the following.

To call a tool, write one JSON object in a \`\`\`json fence:

\`\`\`json
{"tool_call":{"name":"TOOL_NAME","arguments":{"PARAMETER":"VALUE"}}}
\`\`\`

- Call a tool when you need what it returns or does; answer directly when you do not.
- Give all required parameters, under exactly the names below. Leave out optional ones you do not need.
- One object is one call. For several calls write several fences.
- You may explain in words what you do, before the call. After it, stop: the result comes in the next message.
- Never make up a result.`;

/**
 * A text that explains tools to models without native tool calling: which tools exist, their parameters, and how to
 * write a call that `parseToolCalls` reads. `''` if there are no tools.
 */
export function toolGuidance(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return '';
  return [HOW_TO_CALL, ...tools.map(describeTool)].join('\n\n');
}

function describeTool(tool: ToolDefinition): string {
  const parameters = describeParameters(parametersOf(tool), '');
  const lines = [`Tool: ${tool.name}`];
  if (tool.description?.trim()) lines.push(`Description: ${tool.description.trim()}`);
  lines.push(...(parameters.length > 0 ? ['Parameters:', ...parameters] : ['Parameters: none']));
  return lines.join('\n');
}

function describeParameters(schema: Record<string, unknown>, indent: string): string[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const { required } = schema;
  return Object.entries(properties).flatMap(([name, value]) => {
    const property = isRecord(value) ? value : {};
    const need = Array.isArray(required) && required.includes(name) ? 'required' : 'optional';
    const description = typeof property['description'] === 'string' ? `: ${property['description'].trim()}` : '';
    const nested = property['type'] === 'array' && isRecord(property['items']) ? property['items'] : property;
    return [
      `${indent}- ${name} (${typeName(property)}, ${need})${description}${allowedValues(property)}`,
      ...describeParameters(nested, `${indent}  `),
    ];
  });
}

function typeName(schema: Record<string, unknown>): string {
  const type = schema['type'];
  if (type === 'array') return isRecord(schema['items']) ? `array of ${typeName(schema['items'])}` : 'array';
  if (Array.isArray(type)) return type.join(' or ');
  if (typeof type === 'string') return type;
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) {
    return choices.map((choice) => (isRecord(choice) ? typeName(choice) : 'any')).join(' or ');
  }
  return 'any';
}

function allowedValues(schema: Record<string, unknown>): string {
  if (!Array.isArray(schema['enum'])) return '';
  return ` One of: ${schema['enum'].map((value) => JSON.stringify(value)).join(', ')}.`;
}
