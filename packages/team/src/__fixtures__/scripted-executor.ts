import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';

/** Makes the outcome of a turn: the answer, a result, or a whole stream of events. */
export type Script = (
  turn: AgentTurn & { readonly prompt: string },
  signal: AbortSignal,
) => string | TurnResult | AsyncIterable<AgentEvent>;

/** An executor whose members follow their scripts; a list is one answer a turn. `turns` holds the turns it has run. */
export function scriptedExecutor(scripts: Record<string, Script | readonly string[]>) {
  const turns: AgentTurn[] = [];
  const executor: TurnExecutor = {
    async *run(turn, { signal }) {
      turns.push(turn);
      const script = scripts[turn.member];
      if (script === undefined) throw new Error(`no script for ${turn.member}`);
      const outcome =
        typeof script === 'function'
          ? script(turn as AgentTurn & { prompt: string }, signal)
          : (script[turns.filter(({ member }) => member === turn.member).length - 1] ?? '');
      if (typeof outcome === 'string') yield* completed(outcome);
      else if ('status' in outcome) yield { type: 'turn-end', result: outcome };
      else yield* outcome;
    },
  };
  return { executor, turns };
}

/** The events of a turn that completes with the answer `text`. */
export async function* completed(text: string): AsyncGenerator<AgentEvent> {
  if (text !== '') yield { type: 'text', text };
  yield { type: 'turn-end', result: { status: 'completed', text } };
}
