/** The exit codes of the app. */
export const EXIT = { done: 0, failed: 1, usage: 2, stopped: 3, interrupted: 130 } as const;
