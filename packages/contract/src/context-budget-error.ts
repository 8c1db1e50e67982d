import { CtxError } from './ctx-error.ts';

/** The parts of a prompt that are never cut do not fit the budget. */
export class ContextBudgetError extends CtxError {
  /** Which budget was too small. */
  readonly budget: 'bytes' | 'tokens';
  /** The budget in bytes. */
  readonly maxBytes: number;
  /** The smallest budget in bytes that would be enough. */
  readonly requiredBytes: number;
  /** The budget in tokens, if that was too small. */
  readonly maxTokens?: number | undefined;
  /** The smallest budget in tokens that would be enough, if that was too small. */
  readonly requiredTokens?: number | undefined;

  /** `tokens` is given if the budget in tokens was too small, and not the one in bytes. */
  constructor(
    maxBytes: number,
    requiredBytes: number,
    tokens?: { readonly maxTokens: number; readonly requiredTokens: number },
  ) {
    const budget = tokens === undefined ? 'bytes' : 'tokens';
    const { maxTokens: max = maxBytes, requiredTokens: required = requiredBytes } = tokens ?? {};
    super(
      'CTX_BUDGET_TOO_SMALL',
      `Instructions, task and one character of the message need ${required} ${budget}, the budget is ${max}. Raise it.`,
    );
    this.budget = budget;
    this.maxBytes = maxBytes;
    this.requiredBytes = requiredBytes;
    this.maxTokens = tokens?.maxTokens;
    this.requiredTokens = tokens?.requiredTokens;
  }

  /** True for errors of this class from any copy of the package. */
  static override isInstance(value: unknown): value is ContextBudgetError {
    return CtxError.isInstance(value) && value.code === 'CTX_BUDGET_TOO_SMALL';
  }
}
