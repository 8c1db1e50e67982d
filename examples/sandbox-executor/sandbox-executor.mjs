// Runs each turn in a sandbox of Linux: without a network, without sight of other processes, and with empty folders in place
// of those you name. It needs `unshare` and user namespaces, no rights and no service. It does not limit memory or time.
//
//   const executor = createSandboxExecutor({ commands: { bob: ['node', 'bob.mjs'] }, hidden: [join(homedir(), '.ssh')] });
//   const conversation = createConversation({ team, executor });
import { command, endMarkedProcesses, runStreamed } from '@ctx/agent-runner';
import { CtxError } from '@ctx/contract';

/** In namespaces of its own, where it may mount. All that it starts ends with it. */
const OUTER = ['--map-root-user', '--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Covers each folder up to `--`. Then it gives up the right to uncover them: the program is in a user namespace below. */
const COVER = `
while [ "$1" != -- ]; do mount -t tmpfs -o ro sandbox "$1" || exit 1; shift; done
shift
exec unshare --user -- "$@"`;

/**
 * @param {object} options
 * @param {Readonly<Record<string, readonly string[]>>} options.commands the program of each member, with its arguments
 * @param {readonly string[]} [options.hidden] folders, as absolute paths, that are empty inside
 * @param {string} [options.cwd] where the programs work
 * @param {number} [options.graceMs] time between asking a program to end and killing it
 * @returns {import('@ctx/contract').TurnExecutor}
 */
export function createSandboxExecutor({ commands, hidden = [], cwd, graceMs }) {
  return {
    promptFormat: 'chunks',
    async *run({ member, prompt, systemFlag, marker }, { signal }) {
      const program = Object.hasOwn(commands, member) ? commands[member] : undefined;
      if (program === undefined) throw new CtxError('CTX_UNKNOWN_MEMBER', `There is no program for "${member}".`);
      const args = [...OUTER, 'sh', '-c', COVER, 'sh', ...hidden, '--', ...program];
      // `command` reads what the program prints; `runStreamed` makes a turn of it, and ends all of its processes.
      // "Unrestricted" says that the program itself knows no permissions: the sandbox is what limits it.
      const turn = { prompt, systemFlag, permissions: /** @type {const} */ ('unrestricted') };
      yield* runStreamed(command({ file: 'unshare', args }), turn, { signal, marker, cwd, graceMs });
    },
    async endLeftovers(marker) {
      await endMarkedProcesses(marker).catch((error) => {
        // It is not one of our markers, so no process of ours has it.
        if (!(error instanceof TypeError)) throw error;
      });
    },
  };
}
