import type { MessageCut, TokenCounter } from '@ctx/contract';

/** The limits for a prompt and its system flag together. */
export interface Budget {
  /** Upper bound in bytes of UTF-8. A finite number ≥ 0. */
  readonly maxBytes: number;
  /** Upper bound in tokens, in addition. A finite number ≥ 0. Needs `tokenCounter`. */
  readonly maxTokens?: number | undefined;
  /** Counts tokens for `maxTokens`. */
  readonly tokenCounter?: TokenCounter | undefined;
  /** Which part of a current message that does not fit is left out. Default `end`. */
  readonly cut?: MessageCut | undefined;
}

/** Returns `maxBytes`. @throws RangeError unless it is a finite number ≥ 0. */
export function requireByteCount(maxBytes: number): number {
  return requireNumber('maxBytes', maxBytes, 'finite number');
}

/**
 * Checks a budget in tokens, which may be missing.
 * @throws RangeError unless `maxTokens` is a finite number ≥ 0.
 * @throws TypeError for `maxTokens` without `tokenCounter`.
 */
export function requireTokenBudget({ maxTokens, tokenCounter }: Pick<Budget, 'maxTokens' | 'tokenCounter'>): void {
  if (maxTokens === undefined) return;
  requireNumber('maxTokens', maxTokens, 'finite number');
  if (tokenCounter === undefined) throw new TypeError('maxTokens needs a tokenCounter');
}

/** Returns `value`. @throws RangeError unless it is a number ≥ 0 of this kind. The error calls it `name`. */
export function requireNumber(name: string, value: number, kind: 'number' | 'finite number' = 'number'): number {
  const isOfKind = kind === 'number' ? typeof value === 'number' : Number.isFinite(value);
  if (isOfKind && value >= 0) return value;
  throw new RangeError(`${name} must be a ${kind} ≥ 0, got ${String(value)}`);
}
