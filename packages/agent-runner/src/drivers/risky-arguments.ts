/** Which arguments of a CLI are harmless: the flag, and whether a value follows it. */
export type HarmlessFlags = Readonly<Record<string, 'alone' | 'value' | ((value: string) => boolean)>>;

/**
 * Those of a member's own arguments that are not known to be harmless. A flag may be written `--flag value` or
 * `--flag=value`.
 */
export function riskyArguments(args: readonly string[], harmless: HarmlessFlags): string[] {
  const risky: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    const equals = argument.startsWith('--') ? argument.indexOf('=') : -1;
    const flag = equals === -1 ? argument : argument.slice(0, equals);
    const rule = Object.hasOwn(harmless, flag) ? harmless[flag] : undefined;
    if (rule === undefined || (rule === 'alone' && equals !== -1)) {
      risky.push(flag);
      continue;
    }
    if (rule === 'alone') continue;
    const value = equals === -1 ? args[++index] : argument.slice(equals + 1);
    // A flag where a value should be would be read as a flag by a CLI that is lenient about it.
    if (value === undefined || value.startsWith('-') || (typeof rule === 'function' && !rule(value)))
      risky.push(argument);
  }
  return risky;
}

/** The words for a plan whose own arguments need full access; `undefined` when all are harmless. */
export function whyFullAccess(args: readonly string[], harmless: HarmlessFlags): string | undefined {
  const risky = riskyArguments(args, harmless);
  return risky.length === 0 ? undefined : `args passes ${risky.join(', ')} to the agent`;
}
