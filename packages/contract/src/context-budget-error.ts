import { CtxError } from './ctx-error.ts';

/** The parts of a prompt that are never cut do not fit the budget. */
export class ContextBudgetError extends CtxError {
  /** Which budget was too small. */
  readonly budget: 'bytes' | 'tokens';
  /** The budget in bytes. */
  readonly maxBytes: number;
  /** The smallest budget in bytes that would do. */
  readonly requiredBytes: number;
  /** The budget in tokens, where that was too small. */
  readonly maxTokens?: number | undefined;
  /** The smallest budget in tokens that would do, where that was too small. */
  readonly requiredTokens?: number | undefined;

  /** With `tokens`, it is the budget in tokens that was too small. */
  constructor(
    maxBytes: number,
    requiredBytes: number,
    tokens?: { readonly maxTokens: number; readonly requiredTokens: number },
  ) {
    const [budget, option] =
      tokens === undefined ? (['bytes', 'maxBytes'] as const) : (['tokens', 'maxTokens'] as const);
    const required = tokens?.requiredTokens ?? requiredBytes;
    const max = tokens?.maxTokens ?? maxBytes;
    super(
      'CTX_BUDGET_TOO_SMALL',
      `Instructions, task and one character of the message need ${required} ${budget}, the budget is ${max}. Raise ${option}.`,
    );
    this.budget = budget;
    this.maxBytes = maxBytes;
    this.requiredBytes = requiredBytes;
    this.maxTokens = tokens?.maxTokens;
    this.requiredTokens = tokens?.requiredTokens;
  }

  static override isInstance(value: unknown): value is ContextBudgetError {
    return CtxError.isInstance(value) && value.code === 'CTX_BUDGET_TOO_SMALL';
  }
}
