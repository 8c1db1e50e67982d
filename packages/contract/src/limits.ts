/** Default number of messages before the current one that an agent sees. */
export const DEFAULT_CONTEXT_WINDOW_SIZE = 5;

/** Default upper bound for a prompt with its system flag, in bytes of UTF-8: 768 KiB. */
export const DEFAULT_MAX_BYTES = 786_432;

/** Upper bound for the team task, in bytes of UTF-8. A longer task is cut. */
export const MAX_TEAM_TASK_BYTES = 5_120;
