import {
  type AgentTurn,
  type ChunkedPrompt,
  CtxError,
  type ExplainedPrompt,
  type QueueEntry,
  type TurnResult,
} from '@ctx/contract';
import type { AgentMember } from '../team-file/team.ts';
import { assembleForMember } from './assemble-for-member.ts';
import { collectTurn, failureOf } from './collect-turn.ts';
import { announce, type ConversationParts } from './conversation-parts.ts';
import { finishTurn } from './finish-turn.ts';

/** A call that is about to become a turn. */
export interface DueTurn {
  readonly id: string;
  readonly member: AgentMember;
  readonly call: QueueEntry;
  /** Id of the newest message when the turn was decided on. */
  readonly upTo: string;
  readonly abort: AbortController;
}

/** Runs one turn from its prompt to its last record. Rejects only when the session cannot be kept. */
export async function takeTurn(parts: ConversationParts, due: DueTurn): Promise<void> {
  const { journal, hub, state, executor } = parts;
  const { id, call, member, upTo } = due;
  const prepared = await preparePrompt(parts, due);
  if (prepared === 'message-gone') {
    await journal.write([{ type: 'queue', removed: [call.id], at: Date.now() }]);
    state.running.delete(id);
    state.turnsSinceHuman = Math.max(0, state.turnsSinceHuman - 1);
    await announce(hub, [{ type: 'unresolved', reason: 'message-gone', names: [member.label], message: call.replyTo }]);
    return;
  }

  const { repliesInRow } = state.queue.state();
  await journal.write([{ type: 'turn-start', turn: id, call, upTo, repliesInRow, at: Date.now() }]);
  await announce(hub, [{ type: 'turn-start', turn: id, member: member.id, replyTo: call.replyTo, upTo }]);

  const startedAt = performance.now();
  const receipt = 'receipt' in prepared ? prepared.receipt : undefined;
  const result = 'receipt' in prepared ? await run(prepared) : prepared;
  await finishTurn(parts, due, { result, receipt, durationMs: Math.round(performance.now() - startedAt) });

  function run({ prompt, systemFlag }: ExplainedPrompt | ChunkedPrompt): Promise<TurnResult> {
    const turn: AgentTurn = {
      id,
      sessionId: parts.sessionId,
      member: member.id,
      call: call.id,
      replyTo: call.replyTo,
      upTo,
      prompt,
      systemFlag,
    };
    return collectTurn(executor, turn, {
      signal: due.abort.signal,
      cancelGraceMs: parts.cancelGraceMs,
      onEvent: (event) => hub.publish({ type: 'agent-event', turn: id, member: member.id, event }),
    });
  }
}

// A prompt that cannot be made (budget, instruction file) is a failed turn of that member, not the end of the team.
async function preparePrompt(
  { context, executor }: ConversationParts,
  { member, call, upTo }: DueTurn,
): Promise<ExplainedPrompt | ChunkedPrompt | TurnResult | 'message-gone'> {
  try {
    return await assembleForMember(context, member, { replyTo: call.replyTo, upTo, format: executor.promptFormat });
  } catch (error) {
    if (CtxError.isInstance(error) && error.code === 'CTX_UNKNOWN_MESSAGE') return 'message-gone';
    return { status: 'failed', text: '', error: failureOf(error) };
  }
}
