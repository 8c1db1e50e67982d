/** Arguments of a call, by parameter name. */
export type ToolArguments = Record<string, unknown>;

/**
 * Corrects parameter names that some models get wrong: a function, or a table `{ tool: { wrongName: rightName } }`. A
 * table never overwrites an argument that already has the right name.
 */
export type ArgumentMapping =
  | ((toolName: string, args: ToolArguments) => ToolArguments)
  | Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The arguments of a call with corrected names. Does not change the given object. */
export function mapArguments(
  mapping: ArgumentMapping | undefined,
  toolName: string,
  args: ToolArguments,
): ToolArguments {
  if (mapping === undefined) return args;
  if (typeof mapping === 'function') return mapping(toolName, args);
  // Only own properties count: a tool may be named `constructor`.
  const names = Object.hasOwn(mapping, toolName) ? mapping[toolName]! : {};
  const taken = new Set(Object.keys(args));
  const renamed = Object.entries(args).map(([name, value]): [string, unknown] => {
    const right = Object.hasOwn(names, name) ? names[name]! : name;
    if (taken.has(right)) return [name, value];
    taken.add(right);
    return [right, value];
  });
  return Object.fromEntries(renamed);
}
