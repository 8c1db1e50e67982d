/** What a suite takes. */
export interface SuiteOptions {
  /** The name of the function, such as `testAssembler`. */
  readonly suite: string;
  /** What its first argument must be. */
  readonly create: string;
  /** Required functions besides those of the test runner, and where to get them. */
  readonly required?: Readonly<Record<string, string>> | undefined;
  /** Functions that may be left out. */
  readonly optional?: readonly string[] | undefined;
}

/**
 * Checks the arguments of a suite before it registers anything.
 * @throws TypeError for a missing or an unknown option, which would make checks fail or disappear for no visible reason.
 */
export function checkSuiteOptions(known: SuiteOptions, create: unknown, options: unknown): void {
  const { suite, required = {}, optional = [] } = known;
  if (typeof create !== 'function') throw new TypeError(`Give ${suite} ${known.create}.`);
  const given = (typeof options === 'object' && options !== null ? options : {}) as Readonly<Record<string, unknown>>;
  if (typeof given['describe'] !== 'function' || typeof given['it'] !== 'function') {
    throw new TypeError(`${suite} needs describe and it of your test runner.`);
  }
  for (const [name, source] of Object.entries(required)) {
    if (typeof given[name] !== 'function') throw new TypeError(`${suite} needs ${name}: pass ${source}.`);
  }
  const names = ['describe', 'it', ...Object.keys(required), ...optional];
  for (const name of Object.keys(given)) {
    if (!names.includes(name)) throw new TypeError(`Unknown option "${name}". ${suite} takes ${names.join(', ')}.`);
  }
  for (const name of optional) {
    if (given[name] !== undefined && typeof given[name] !== 'function') {
      throw new TypeError(`${suite} needs a function as ${name}, or nothing.`);
    }
  }
}
