import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import { type Conversation, createConversation, createFileStore, createTeamContext, parseTeam } from '@ctx/team';

/** The answer of each member: its text, its whole result, or its events. */
export type Answers = Readonly<
  Record<string, (turn: AgentTurn) => string | Partial<TurnResult> | AsyncIterable<AgentEvent>>
>;

/** A conversation of Alice, Sarah and Max with scripted answers, in its own folder. */
export interface HeldConversation {
  readonly directory: string;
  readonly sessionId: string;
  readonly conversation: Conversation;
  /** Sends a message and waits until all turns have ended. */
  say(text: string, to?: string): Promise<void>;
}

const TEAM = `
name: crew
task: Ship it.
members:
  - { id: alice, displayName: Alice, type: human }
  - { id: sarah, displayName: Sarah, type: ai, agentType: command, command: [none] }
  - { id: max, displayName: Max, type: ai, agentType: command, command: [none], maxBytes: 4000 }
`;

/** Starts a conversation with the log of a file store. */
export async function holdConversation(
  answers: Answers,
  sessionId = 's1',
  directory?: string,
): Promise<HeldConversation> {
  const folder = directory ?? (await mkdtemp(join(tmpdir(), 'ctx-inspector-')));
  const team = parseTeam(TEAM);
  const conversation = createConversation({
    team,
    context: createTeamContext({ team }),
    executor: executorOf(answers),
    store: await createFileStore({ sessionId, directory: folder }),
  });
  return {
    directory: folder,
    sessionId,
    conversation,
    async say(text, to) {
      await conversation.send(text, { to, cut: true });
      await conversation.idle();
    },
  };
}

function executorOf(answers: Answers): TurnExecutor {
  return {
    async *run(turn) {
      const answer = answers[turn.member]?.(turn) ?? '';
      if (typeof answer === 'object' && Symbol.asyncIterator in answer) {
        yield* answer;
        return;
      }
      const result = typeof answer === 'string' ? { text: answer } : answer;
      yield { type: 'turn-end', result: { status: 'completed', text: '', ...result } };
    },
  };
}
