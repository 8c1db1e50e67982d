/** Receives the log messages of a library. Pass your own to redirect or silence them. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
