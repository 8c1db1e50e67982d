/** Runs `body` with another time and another random number, so that output that depends on either one differs. */
export function withOtherClock<T>(nowMs: number, random: number, body: () => T): T {
  const RealDate = Date;
  const realRandom = Math.random;
  class OtherDate extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [nowMs] : given) as [number]));
    }
    static override now(): number {
      return nowMs;
    }
  }
  try {
    globalThis.Date = OtherDate as DateConstructor;
    Math.random = () => random;
    return body();
  } finally {
    globalThis.Date = RealDate;
    Math.random = realRandom;
  }
}

const CONSOLE_METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/** Runs `body` and returns what it tried to print, without printing it. */
export function printedBy(body: () => void): string[] {
  const printed: string[] = [];
  const methods = CONSOLE_METHODS.map((name) => [name, console[name]] as const);
  const streams = [process.stdout, process.stderr].map((stream) => [stream, stream.write] as const);
  try {
    for (const [name] of methods) {
      console[name] = (...values: unknown[]) => void printed.push(values.map(String).join(' '));
    }
    for (const [stream] of streams) stream.write = (chunk: unknown) => printed.push(String(chunk)) > 0;
    body();
  } finally {
    for (const [name, method] of methods) console[name] = method;
    for (const [stream, write] of streams) stream.write = write;
  }
  return printed;
}
