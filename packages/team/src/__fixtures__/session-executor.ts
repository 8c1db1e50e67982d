import type { AgentEvent, AgentTurn, MemberSessions, TurnExecutor, TurnResult } from '@ctx/contract';

/** The outcome of a turn: its answer, or fields of its result. */
export type Outcome = string | (Partial<TurnResult> & { readonly compacted?: boolean });

/** A turn from the agent's point of view. */
export interface LivedTurn {
  readonly turn: AgentTurn;
  readonly prompt: string;
  /** Everything the agent could read when it answered: its session, then the prompt. */
  readonly before: string;
}

/**
 * Agents that keep their own sessions, in memory. A resumed turn continues a copy of the session (`forks`), or the
 * session itself; the prompt of a turn that did not complete then stays in it, as with real agents.
 */
export function sessionExecutor(options: { readonly forks: boolean; readonly where?: Partial<MemberSessions> }) {
  const sessions = new Map<string, string>();
  const lived: LivedTurn[] = [];
  let where: MemberSessions = {
    keep: true,
    cwd: '/work',
    machine: 'here',
    home: '/home',
    ...options,
    ...options.where,
  };
  let answer: (turn: LivedTurn) => Outcome = ({ turn }) => `Answer of ${turn.id}.`;
  let lastSession = 0;

  const executor: TurnExecutor = {
    sessionsOf: () => Promise.resolve(where),
    async *run(turn): AsyncGenerator<AgentEvent> {
      const prompt = `${turn.systemFlag ?? ''}\n${String(turn.prompt)}`;
      const { resume } = turn;
      const history = resume === undefined ? '' : sessions.get(resume.sessionId);
      if (history === undefined || (resume?.mark ?? history) !== history) {
        const error = { code: 'CTX_AGENT_SESSION_LOST', message: 'It is not there.' };
        yield { type: 'error', error };
        yield { type: 'turn-end', result: { status: 'failed', text: '', error } };
        return;
      }
      const livedTurn = { turn, prompt, before: `${history}${prompt}` };
      lived.push(livedTurn);
      const said = answer(livedTurn);
      const { compacted, ...result } = typeof said === 'string' ? { text: said } : said;
      const whole: TurnResult = { status: 'completed', text: '', ...result };
      if (compacted === true) yield { type: 'notice', kind: 'compacted', message: 'shortened' };
      const isNew = resume === undefined || options.forks;
      const sessionId = isNew ? `session-${++lastSession}` : resume.sessionId;
      const content = compacted === true ? 'A summary.' : `${livedTurn.before}\n${whole.text}`;
      if (turn.session === 'keep' && (whole.status === 'completed' || !isNew)) sessions.set(sessionId, content);
      if (whole.status === 'completed') {
        for (const gone of [turn.replaces?.sessionId, options.forks ? resume?.sessionId : undefined]) {
          if (gone !== undefined && gone !== sessionId) sessions.delete(gone);
        }
      }
      const kept = turn.session === 'keep' && whole.status === 'completed' ? { sessionId, sessionMark: content } : {};
      yield { type: 'turn-end', result: { ...kept, ...whole } };
    },
  };
  return {
    executor,
    sessions,
    lived,
    /** Sets the outcome of the next turns. */
    onTurn(next: (turn: LivedTurn) => Outcome) {
      answer = next;
    },
    /** Changes where the agents and their sessions are. */
    move(to: Partial<MemberSessions>) {
      where = { ...where, ...to };
    },
  };
}
