/** A task of the repo that cannot go on; the message is all a person needs to read. */
export class TaskFailure extends Error {
  /** @param {string} message @param {number} exitCode */
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}
