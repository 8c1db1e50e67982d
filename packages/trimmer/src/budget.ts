import type { TokenCounter } from '@ctx/contract';

/** What a prompt with its system flag may take. */
export interface Budget {
  /** In UTF-8. */
  readonly maxBytes: number;
  /** In tokens as well. Needs `tokenCounter`. */
  readonly maxTokens?: number | undefined;
  readonly tokenCounter?: TokenCounter | undefined;
}

/** Gives back a budget in bytes. @throws RangeError unless it is a finite number ≥ 0. */
export function requireByteCount(maxBytes: number): number {
  return requireNumber('maxBytes', maxBytes, 'finite number');
}

/** @throws RangeError unless `maxTokens` is missing or a finite number ≥ 0. @throws TypeError without a counter for it. */
export function requireTokenBudget({ maxTokens, tokenCounter }: Omit<Budget, 'maxBytes'>): void {
  if (maxTokens === undefined) return;
  requireNumber('maxTokens', maxTokens, 'finite number');
  if (tokenCounter === undefined) throw new TypeError('maxTokens needs a tokenCounter');
}

/** Gives back a number that is at least 0. @throws RangeError for anything else. */
export function requireNumber(name: string, value: number, kind: 'number' | 'finite number' = 'number'): number {
  const isSo = kind === 'number' ? typeof value === 'number' : Number.isFinite(value);
  if (isSo && value >= 0) return value;
  throw new RangeError(`${name} must be a ${kind} ≥ 0, got ${String(value)}`);
}
