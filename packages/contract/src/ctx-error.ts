/** All codes of errors and failed turns. Codes are stable, messages are not. */
export type CtxErrorCode =
  | 'CTX_BUDGET_TOO_SMALL'
  | 'CTX_DUPLICATE_MESSAGE'
  | 'CTX_UNKNOWN_MESSAGE'
  | 'CTX_MESSAGE_TOO_LONG'
  | 'CTX_INVALID_SNAPSHOT'
  | 'CTX_NOT_SERIALIZABLE'
  | 'CTX_AGENT_NOT_FOUND'
  | 'CTX_AGENT_AUTH'
  | 'CTX_AGENT_RATE_LIMIT'
  | 'CTX_AGENT_TIMEOUT'
  | 'CTX_AGENT_CANCELLED'
  | 'CTX_AGENT_FAILED'
  | 'CTX_AGENT_SESSION_LOST'
  | 'CTX_TURN_LOST'
  | 'CTX_NOT_TRUSTED'
  | 'CTX_UNDO_REFUSED'
  | 'CTX_PERMISSION_REFUSED'
  | 'CTX_STORE_CONFLICT'
  | 'CTX_STORE_LOCKED'
  | 'CTX_STORE_FAILED'
  | 'CTX_TEAM_FILE'
  | 'CTX_USER_CONFIG'
  | 'CTX_UNKNOWN_MEMBER'
  | 'CTX_CONVERSATION_ENDED'
  | (string & {});

const BRAND = Symbol.for('ctx.error');

/**
 * Base class of all errors that can happen in a correct program. Two copies of this package in one program do not share
 * a class, so use `CtxError.isInstance(error)` instead of `instanceof`.
 */
export class CtxError extends Error {
  readonly code: CtxErrorCode;

  constructor(code: CtxErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.name = new.target.name;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for a `CtxError` of any copy of the package, subclasses included. */
  static isInstance(value: unknown): value is CtxError {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true;
  }
}
