import type { TurnInput, TurnParser, TurnResult } from '@ctx/contract';

/** A parser that fails a turn which was to resume a session and came back in another, or named none. */
export function requireResumed(parser: TurnParser, { resume }: TurnInput, programName: string): TurnParser {
  if (resume === undefined) return parser;
  return {
    ...parser,
    finish(exit): TurnResult {
      const result = parser.finish(exit);
      if (result.status !== 'completed' || result.sessionId === resume.sessionId) return result;
      const found = JSON.stringify(result.sessionId ?? '');
      const message = `${programName} was to resume ${resume.sessionId} and came back as ${found}`;
      const { sessionId: _another, ...rest } = result;
      return { ...rest, status: 'failed', error: { code: 'CTX_AGENT_SESSION_LOST', message } };
    },
  };
}
