import type { Logger } from '@ctx/contract';

/** The default logger of `ContextManager`: prints warnings and errors on the console, and nothing else. */
export const consoleLogger: Logger = {
  debug() {},
  info() {},
  warn(message) {
    console.warn(message);
  },
  error(message) {
    console.error(message);
  },
};
