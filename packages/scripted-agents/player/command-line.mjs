// @ts-check

/**
 * @typedef {object} CommandLine
 * @property {readonly string[]} args the vendor's arguments as they came
 * @property {string | undefined} sessionId the session to start or to go on with
 * @property {string | undefined} resumed the session to go on with, or with a copy of it
 * @property {boolean} isKept whether the session may be kept
 * @property {string | undefined} model
 * @property {boolean} partialMessages whether Claude was asked for bits of text
 * @property {boolean} version whether only the version was asked for
 */

/**
 * Understands of a vendor's arguments what changes its stream.
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
