/** A failure of a task of the repo. Its message is shown to the user without a stack. */
export class TaskFailure extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}
