/** How many messages before the current one an agent sees unless told otherwise. */
export const DEFAULT_CONTEXT_WINDOW_SIZE = 5;

/** The largest prompt, in bytes of UTF-8 with the system flag included, unless told otherwise: 768 KiB. */
export const DEFAULT_MAX_BYTES = 786_432;

/** A team task longer than this many bytes of UTF-8 is cut. */
export const MAX_TEAM_TASK_BYTES = 5_120;
