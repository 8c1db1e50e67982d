/** Which messages to find. A message must match all that is given. */
export interface MessageFilter {
  /** The `roleId` or `roleName` of the speaker. */
  readonly from?: string | undefined;
  /** Not before this time. Messages without a time do not match. */
  readonly since?: Date | number | string | undefined;
  /** Not after this time. Messages without a time do not match. */
  readonly until?: Date | number | string | undefined;
  /** A part of the original text, in any letter case. */
  readonly text?: string | undefined;
}
