import type { Redactor } from '@ctx/agent-runner';
import type { AgentEvent, TrailEntry } from '@ctx/contract';
import { toolLine } from './tool-line.ts';
import { twoEnds } from './two-ends.ts';

/** The tool calls of a turn, with what they returned and what the agent said between them, recorded while it runs. */
export interface TurnTrail {
  note(event: AgentEvent): void;
  /** The tool calls so far, in the order they began; those without a result yet are `open`. */
  entries(): readonly TrailEntry[];
  /** The model that the agent reports; `undefined` when it reports none. */
  model(): string | undefined;
}

const MAX_ENTRIES = 200;
/** No more of what an agent says between two calls is held. */
const MOST_SAID = 1_000_000;

/**
 * The trail of one turn. It holds at most 200 entries; of more calls, the first 199 and an entry with the number of others.
 *
 * @param redact removes secrets from the input of the tools
 */
export function createTurnTrail(redact: Redactor, now: () => number = () => performance.now()): TurnTrail {
  const entries: TrailEntry[] = [];
  /** Calls without a result yet, by id: the index of the entry and the start time. */
  const open = new Map<string, { readonly index: number; readonly startedAt: number }>();
  let calls = 0;
  /** What the agent has said since the last call. */
  let said = '';
  let model: string | undefined;

  return {
    note(event) {
      if (event.type === 'session-start') model = event.model ?? model;
      else if (event.type === 'tool-call') {
        calls += 1;
        const before = said.trim() === '' ? {} : { said: twoEnds(said, redact) };
        said = '';
        if (entries.length >= MAX_ENTRIES) return;
        open.set(event.id, { index: entries.length, startedAt: now() });
        entries.push({ ...toolLine(event, redact), ended: 'open', ...before });
      } else if (event.type === 'tool-result') {
        const begun = open.get(event.id);
        if (begun === undefined) return;
        open.delete(event.id);
        const durationMs = Math.round(now() - begun.startedAt);
        entries[begun.index] = {
          ...entries[begun.index]!,
          ended: event.isError ? 'error' : 'ok',
          durationMs,
          ...(event.output === '' ? {} : { output: twoEnds(event.output, redact) }),
          ...(event.exitCode === undefined ? {} : { exitCode: event.exitCode }),
        };
      } else if ((event.type === 'text' || event.type === 'text-delta') && said.length < MOST_SAID) {
        said += event.text;
      }
    },
    model: () => model,
    entries() {
      if (calls <= MAX_ENTRIES) return [...entries];
      const kept = MAX_ENTRIES - 1;
      return [...entries.slice(0, kept), { tool: 'ctx', line: `and ${calls - kept} more tool calls`, ended: 'ok' }];
    },
  };
}
