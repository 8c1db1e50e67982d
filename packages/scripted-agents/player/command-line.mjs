// @ts-check

/**
 * @typedef {object} CommandLine
 * @property {readonly string[]} args the vendor's arguments, unchanged
 * @property {string | undefined} sessionId the session to start or continue
 * @property {string | undefined} resumed the session to continue or to fork
 * @property {boolean} isKept whether the session may be saved
 * @property {string | undefined} model
 * @property {boolean} partialMessages whether Claude should send text deltas
 * @property {boolean} version whether only the version should be printed
 */

/**
 * Reads those of a vendor's arguments that change its stream.
 *
 * @param {import('../src/agent-script.ts').Vendor} vendor
 * @param {readonly string[]} args
 * @returns {CommandLine}
 */
export function readCommandLine(vendor, args) {
  return {
    args,
    sessionId: vendor === 'codex' ? resumedThread(args) : nativeSession(args),
    resumed: vendor === 'codex' ? resumedThread(args) : optionIn(args, '--resume', '-r'),
    isKept: !args.includes('--ephemeral') && !args.includes('--no-session-persistence'),
    model: optionIn(args, '--model', '-m'),
    partialMessages: args.includes('--include-partial-messages'),
    version: vendor !== 'text' && (args.includes('--version') || args.includes('-V')),
  };
}

/** @param {readonly string[]} args */
function nativeSession(args) {
  const resumed = args.includes('--fork-session') ? undefined : optionIn(args, '--resume', '-r');
  return optionIn(args, '--session-id') ?? resumed;
}

/** `codex exec resume [flags] THREAD -`: the thread is the last word before the dash. @param {readonly string[]} args */
function resumedThread(args) {
  return args.includes('resume') ? args.filter((word) => word !== '-').at(-1) : undefined;
}

/**
 * @param {readonly string[]} args
 * @param {...string} names
 */
function optionIn(args, ...names) {
  for (const [index, word] of args.entries()) {
    for (const name of names) {
      if (word === name) return args[index + 1];
      if (word.startsWith(`${name}=`)) return word.slice(name.length + 1);
    }
  }
  return undefined;
}
