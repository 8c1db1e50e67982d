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
  return requireCount('maxBytes', maxBytes);
}

/** @throws RangeError unless `maxTokens` is missing or a finite number ≥ 0. @throws TypeError without a counter for it. */
export function requireTokenBudget({ maxTokens, tokenCounter }: Omit<Budget, 'maxBytes'>): void {
  if (maxTokens === undefined) return;
  requireCount('maxTokens', maxTokens);
  if (tokenCounter === undefined) throw new TypeError('maxTokens needs a tokenCounter');
}

function requireCount(name: string, count: number): number {
  if (Number.isFinite(count) && count >= 0) return count;
  throw new RangeError(`${name} must be a finite number ≥ 0, got ${String(count)}`);
}
