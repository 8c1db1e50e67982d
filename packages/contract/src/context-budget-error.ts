import { CtxError } from './ctx-error.ts';

/** The parts of a prompt that are never cut do not fit the budget. */
export class ContextBudgetError extends CtxError {
  /** The budget that was too small, in bytes. */
  readonly maxBytes: number;
  /** The smallest budget that would do, in bytes. */
  readonly requiredBytes: number;

  constructor(maxBytes: number, requiredBytes: number) {
    super(
      'CTX_BUDGET_TOO_SMALL',
      `Instructions, task and one character of the message need ${requiredBytes} bytes, the budget is ${maxBytes}. Raise maxBytes.`,
    );
    this.maxBytes = maxBytes;
    this.requiredBytes = requiredBytes;
  }

  static override isInstance(value: unknown): value is ContextBudgetError {
    return CtxError.isInstance(value) && value.code === 'CTX_BUDGET_TOO_SMALL';
  }
}
