import type { Logger } from '@ctx/contract';

/** What a `ContextManager` logs to unless given a logger: warnings reach the console, nothing else is said. */
export const consoleLogger: Logger = {
  debug() {},
  info() {},
  warn(message) {
    console.warn(message);
  },
  error() {},
};
