import { oneLine, type Redactor, toolCallDetail } from '@ctx/agent-runner';
import type { AgentEvent, TrailEntry } from '@ctx/contract';

/** What an agent does in a turn, noted while it happens. */
export interface TurnTrail {
  note(event: AgentEvent): void;
  /** The tool calls so far, in the order in which they began; those without a result are `open`. */
  entries(): readonly TrailEntry[];
  /** The model the agent says it is; missing when it does not say. */
  model(): string | undefined;
}

const MAX_ENTRIES = 200;
const LONGEST_LINE = 200;
/** More of an input than this is not looked at: it may be a whole file. */
const LONGEST_DETAIL = 10_000;

/**
 * A trail of one turn. Of more than 200 calls the first 199 are kept, and a last entry says how many more there were.
 *
 * @param redact takes secrets out of what the agent handed to its tools
 */
export function createTurnTrail(redact: Redactor, now: () => number = () => performance.now()): TurnTrail {
  const entries: TrailEntry[] = [];
  /** By id of the call: where its entry is, and when it began. */
  const open = new Map<string, { readonly index: number; readonly startedAt: number }>();
  let calls = 0;
  let model: string | undefined;

  return {
    note(event) {
      if (event.type === 'session-start') model = event.model ?? model;
      else if (event.type === 'tool-call') {
        calls += 1;
        if (entries.length >= MAX_ENTRIES) return;
        const detail = toolCallDetail(event.name, event.input).slice(0, LONGEST_DETAIL);
        open.set(event.id, { index: entries.length, startedAt: now() });
        entries.push({ tool: clean(event.name), line: clean(detail), ended: 'open' });
      } else if (event.type === 'tool-result') {
        const begun = open.get(event.id);
        if (begun === undefined) return;
        open.delete(event.id);
        const durationMs = Math.round(now() - begun.startedAt);
        entries[begun.index] = { ...entries[begun.index]!, ended: event.isError ? 'error' : 'ok', durationMs };
      }
    },
    model: () => model,
    entries() {
      if (calls <= MAX_ENTRIES) return [...entries];
      const kept = MAX_ENTRIES - 1;
      return [...entries.slice(0, kept), { tool: 'ctx', line: `and ${calls - kept} more tool calls`, ended: 'ok' }];
    },
  };

  function clean(text: string): string {
    return oneLine(redact(text), LONGEST_LINE);
  }
}
