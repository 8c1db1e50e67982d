import { TaskFailure } from './task-failure.mjs';

/** After Ctrl-C the rest must not start. */
const INTERRUPTED = 130;

/**
 * Runs every step, also after one has failed, so that one run shows all that is wrong.
 * @param {readonly { run: () => Promise<void>, advice?: string }[]} steps `advice` is what to do if the step fails
 * @throws {TaskFailure} if a step has failed, with one line for each of them
 */
export async function runAll(steps) {
  /** @type {TaskFailure[]} */
  const failures = [];
  for (const { run, advice } of steps) {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof TaskFailure) || error.exitCode === INTERRUPTED) throw error;
      failures.push(advice === undefined ? error : new TaskFailure(`${error.message} ${advice}`, error.exitCode));
    }
  }
  const [first] = failures;
  if (first !== undefined) throw new TaskFailure(failures.map(({ message }) => message).join('\n'), first.exitCode);
}
