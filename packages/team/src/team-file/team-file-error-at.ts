import { readFile } from 'node:fs/promises';
import { LineCounter, parseDocument } from 'yaml';
import { createSourcePositions, type FieldPath, fieldName } from './source-positions.ts';
import { TeamFileError, type TeamFileProblem } from './team-file-error.ts';

/** A problem that only shows where the team is to run, such as a folder that is not on this machine. */
export interface FieldProblem {
  /** Leads to the field, such as `['members', 1, 'cwd']`. A field that is not in the file: what is around it. */
  readonly path: FieldPath;
  readonly message: string;
}

/** Makes an error of such problems in a team file that was loaded before, with their lines. */
export async function teamFileErrorAt(
  file: string,
  [first, ...rest]: readonly [FieldProblem, ...FieldProblem[]],
): Promise<TeamFileError> {
  const lines = new LineCounter();
  const text = await readFile(file, 'utf8').catch(() => '');
  const positions = createSourcePositions(parseDocument(text, { lineCounter: lines, prettyErrors: false }), lines);
  const located = ({ path, message }: FieldProblem): TeamFileProblem => ({
    file,
    ...positions.ofValue(path),
    field: fieldName(path),
    message,
  });
  return new TeamFileError([located(first), ...rest.map(located)]);
}
