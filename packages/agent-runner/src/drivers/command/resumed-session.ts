import type { ProcessExit, TurnInput, TurnParser, TurnResult } from '@ctx/contract';
import { otherSession } from '../session-ids.ts';

/** A parser that fails a turn if the program did not report the session that it should resume. */
export function requireResumed(parser: TurnParser, { resume }: TurnInput, programName: string): TurnParser {
  if (resume === undefined) return parser;
  const finish = (exit: ProcessExit): TurnResult => {
    const result = parser.finish(exit);
    if (result.status !== 'completed' || result.sessionId === resume.sessionId) return result;
    const { sessionId, ...rest } = result;
    return { ...rest, status: 'failed', error: otherSession(programName, resume.sessionId, sessionId) };
  };
  // Inherits the rest. A copy would keep the value that `ended` had before the turn.
  return Object.assign(Object.create(parser) as TurnParser, { finish });
}
