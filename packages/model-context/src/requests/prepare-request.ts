import { isNonBlank } from '../content-validity.ts';
import { withThinkMode } from '../thinking/think-mode.ts';
import { assertToolNames } from '../tools/tool-definition.ts';
import { toolGuidance } from '../tools/tool-guidance.ts';
import { contentsOf, type RequestOptions } from './request-options.ts';
import { toTurns } from './to-turns.ts';
import type { Turn } from './turn.ts';

/** The data that all four request forms are made from. */
export interface PreparedRequest {
  readonly turns: readonly Turn[];
  /** `undefined` if blank. */
  readonly systemInstruction: string | undefined;
  /** The explanation of the tools. `undefined` unless tools are given and `textTools` is on. */
  readonly guidance: string | undefined;
}

/** The first user message of a conversation that does not start with the user. Services require one. */
const PLACEHOLDER = '(The conversation continues.)';

/** Validates the options and groups the conversation into turns. */
export function prepareRequest(options: RequestOptions, isUsableId: (id: string) => boolean): PreparedRequest {
  const tools = options.tools ?? [];
  assertToolNames(tools);
  const turns = toTurns(contentsOf(options), isUsableId);
  const guidance = options.textTools === true ? toolGuidance(tools) || undefined : undefined;
  const first = turns[0];
  if (first === undefined || first.kind === 'calls' || first.role === 'model') {
    turns.unshift({ kind: 'message', role: 'user', parts: [{ text: PLACEHOLDER }] });
  }
  applyThinkMode(turns, options);
  return {
    turns,
    systemInstruction: isNonBlank(options.systemInstruction) ? options.systemInstruction : undefined,
    guidance,
  };
}

/**
 * With `think: false`, puts the tag before every user text, not just the newest: so the conversation begins with the same
 * bytes in every request, and services can reuse what they computed for it.
 */
function applyThinkMode(turns: readonly Turn[], options: RequestOptions): void {
  if (options.think !== false) return;
  const { model, noThinkTag, thinkTags } = options;
  for (const turn of turns) {
    if (turn.kind === 'message' && turn.role === 'model') continue;
    const parts = turn.kind === 'message' ? turn.parts : turn.after;
    const at = parts.findIndex((part) => isNonBlank(part.text));
    if (at < 0) continue;
    const text = withThinkMode(parts[at]!.text!, model, false, { tag: noThinkTag, thinkTags });
    parts[at] = { ...parts[at], text };
  }
}
