import { CtxError } from '@ctx/contract';

/** One problem in a team file. */
export interface TeamFileProblem {
  /** The file, as the caller named it. */
  readonly file: string;
  /** Counted from 1; missing when the problem has no position in the text. */
  readonly line?: number | undefined;
  /** Counted from 1; missing when the problem has no position in the text. */
  readonly column?: number | undefined;
  /** Such as `members[1].agentType`; empty for the file as a whole. */
  readonly field: string;
  /** What is wrong and how to fix it. */
  readonly message: string;
}

/** A team file that cannot be used. `message` is one line about the first problem; `problems` lists all of them. */
export class TeamFileError extends CtxError {
  readonly problems: readonly TeamFileProblem[];

  constructor(problems: readonly [TeamFileProblem, ...TeamFileProblem[]], options?: { cause?: unknown }) {
    const more = problems.length - 1;
    const rest = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'problem' : 'problems'})`;
    super('CTX_TEAM_FILE', formatTeamFileProblem(problems[0]) + rest, options);
    this.problems = problems;
  }

  /**
   * True for errors of this class from any copy of the package. False for other errors with the code `CTX_TEAM_FILE`,
   * such as one about an instruction file, which have no `problems`.
   */
  static override isInstance(value: unknown): value is TeamFileError {
    return CtxError.isInstance(value) && value.code === 'CTX_TEAM_FILE' && 'problems' in value;
  }
}

/** A problem as one line: file, line number, field and message. */
export function formatTeamFileProblem(problem: TeamFileProblem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  return problem.field === '' ? `${place}: ${problem.message}` : `${place}: ${problem.field}: ${problem.message}`;
}
