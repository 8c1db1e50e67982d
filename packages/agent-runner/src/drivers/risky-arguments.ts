/**
 * The harmless flags of a CLI: `alone` has no value, `value` takes any, a function decides which values are harmless.
 */
export type HarmlessFlags = Readonly<Record<string, 'alone' | 'value' | ((value: string) => boolean)>>;

/** The arguments that are not known to be harmless. A flag may be written `--flag value` or `--flag=value`. */
function riskyArguments(args: readonly string[], harmless: HarmlessFlags): string[] {
  const risky: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index]!;
    const equals = argument.startsWith('--') ? argument.indexOf('=') : -1;
    const flag = equals === -1 ? argument : argument.slice(0, equals);
    const rule = Object.hasOwn(harmless, flag) ? harmless[flag] : undefined;
    if (rule === undefined || (rule === 'alone' && equals !== -1)) {
      risky.push(flag);
      continue;
    }
    if (rule === 'alone') continue;
    const value = equals === -1 ? args[++index] : argument.slice(equals + 1);
    // A lenient CLI may read a value that begins with `-` as another flag.
    const isHarmless = value !== undefined && !value.startsWith('-') && (rule === 'value' || rule(value));
    if (!isHarmless) risky.push(argument);
  }
  return risky;
}

/** Why a plan needs full access because of these arguments; `undefined` if all are harmless. */
export function whyFullAccess(args: readonly string[], harmless: HarmlessFlags): string | undefined {
  const risky = riskyArguments(args, harmless);
  return risky.length === 0 ? undefined : `args passes ${risky.join(', ')} to the agent`;
}
