import { CtxError, isTooDeep, MAX_JSON_DEPTH, type SessionRecord } from '@ctx/contract';

/**
 * Copies of records as JSON holds them, so that the caller may change its own.
 * @throws CtxError `CTX_STORE_FAILED` for one that is nested so deep that no reader of the log would take it.
 */
export function copyRecords(records: readonly SessionRecord[]): SessionRecord[] {
  const deep = records.find(isTooDeep);
  if (deep !== undefined) {
    throw new CtxError(
      'CTX_STORE_FAILED',
      `A ${deep.type} record is nested deeper than ${MAX_JSON_DEPTH} levels. It was not written.`,
    );
  }
  return JSON.parse(JSON.stringify(records));
}
