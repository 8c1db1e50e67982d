import { normalizeAgentType } from '@ctx/contract';
import { UsageError } from '../terminal/usage-error.ts';

/**
 * Reads the values of `--limit`: each is an agent type and the most turns of that type.
 * @throws UsageError for any other text.
 */
export function readLimits(limits: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    limits.map((limit) => {
      const [type = '', count, ...more] = limit.split('=');
      if (type === '' || count === undefined || more.length > 0) {
        throw new UsageError(`--limit takes an agent type and a number, such as codex=2, not ${limit}.`);
      }
      return [normalizeAgentType(type), positiveNumber('--limit', count)];
    }),
  );
}

/**
 * Reads the number after a flag.
 * @throws UsageError for anything but a number above 0.
 */
export function positiveNumber(flag: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new UsageError(`${flag} takes a number above 0, not ${text}.`);
}
