/** Arguments of a call, by parameter name. */
export type ToolArguments = Record<string, unknown>;

/**
 * Repairs the parameter names some models get wrong: a function, or a table `{ tool: { wrongName: rightName } }`. In a
 * table, a right name that is given already is never overwritten.
 */
export type ArgumentMapping =
  | ((toolName: string, args: ToolArguments) => ToolArguments)
  | Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The arguments of a call with their names repaired. The given object is left as it was. */
export function mapArguments(
  mapping: ArgumentMapping | undefined,
  toolName: string,
  args: ToolArguments,
): ToolArguments {
  if (mapping === undefined) return args;
  if (typeof mapping === 'function') return mapping(toolName, args);
  // Own properties only: a tool may be called `constructor`.
  const names = Object.hasOwn(mapping, toolName) ? mapping[toolName]! : {};
  const taken = new Set(Object.keys(args));
  const renamed = Object.entries(args).map(([name, value]): [string, unknown] => {
    const right = Object.hasOwn(names, name) ? names[name]! : name;
    if (right === name || taken.has(right)) return [name, value];
    taken.add(right);
    return [right, value];
  });
  return Object.fromEntries(renamed);
}
