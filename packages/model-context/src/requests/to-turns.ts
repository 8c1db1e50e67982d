import { type Content, type FunctionCall, type Part, roleOf } from '../content.ts';
import { matchToolResults } from './match-tool-results.ts';
import { hasContent, sendableMedia, sendableParts, thinkingOf } from './sendable-parts.ts';
import { isRecord } from './to-json.ts';
import { createToolCallIds, type ToolCallIds } from './tool-call-ids.ts';
import { callText, resultText } from './tool-text.ts';
import type { CallsTurn, PairedCall, Turn } from './turn.ts';

/** The result of a call whose real result is not in the history. */
export const NO_RESULT = 'There is no result for this call: it was not run or its result was lost.';

const UNKNOWN_TOOL = 'unknown_tool';

/** Groups a conversation into turns; see `Turn`. `isUsableId` says which ids the service accepts. */
export function toTurns(contents: readonly Content[], isUsableId: (id: string) => boolean): Turn[] {
  const sendable = contents
    .map((content) => ({ role: roleOf(content), parts: sendableParts(content), thinking: thinkingOf(content) }))
    // A user content with nothing to send does not end the model's answer.
    .filter(({ role, parts }) => role === 'model' || parts.length > 0);
  return new TurnBuilder(sendable, isUsableId).build();
}

/** The data of a content that a request may use. */
interface SendableContent {
  readonly role: 'user' | 'model';
  readonly parts: Part[];
  readonly thinking: string;
}

class TurnBuilder {
  readonly #contents: readonly SendableContent[];
  readonly #ids: ToolCallIds;
  readonly #resultOf = new Map<Part, Part>();
  readonly #answers = new Set<Part>();
  readonly #turns: Turn[] = [];
  /** The calls of the current answer. The next user content may hold their results. */
  #openCalls: CallsTurn | undefined;
  /** The model's thoughts since the last user content that were not yet added to a call. */
  #thinking = '';

  constructor(contents: readonly SendableContent[], isUsableId: (id: string) => boolean) {
    this.#contents = contents;
    this.#ids = createToolCallIds(isUsableId);
    for (const match of matchToolResults(contents)) {
      this.#resultOf.set(match.callPart, match.resultPart);
      this.#answers.add(match.resultPart);
    }
  }

  build(): Turn[] {
    for (const { role, parts, thinking } of this.#contents) {
      if (role === 'model') {
        this.#thinking += thinking;
        this.#addModel(parts);
      } else this.#addUser(parts);
    }
    return this.#turns;
  }

  #addModel(parts: readonly Part[]): void {
    const orphans = parts.filter((part) => part.functionResponse && !this.#answers.has(part));
    const own = parts.filter((part) => !part.functionResponse);
    const hasCalls = own.some((part) => part.functionCall);
    if (this.#openCalls !== undefined) this.#extend(this.#openCalls, own);
    else if (hasCalls) this.#openCalls = this.#startCalls(own);
    else if (hasContent(own)) this.#turns.push({ kind: 'message', role: 'model', parts: own });
    if (orphans.length > 0) this.#addUser(orphans);
  }

  #addUser(parts: readonly Part[]): void {
    const own = parts.filter((part) => !this.#answers.has(part)).flatMap(withoutToolParts);
    const calls = this.#openCalls;
    this.#openCalls = undefined;
    this.#thinking = '';
    if (!hasContent(own)) return;
    if (calls !== undefined && parts.some((part) => this.#answers.has(part))) calls.after = own;
    else this.#turns.push({ kind: 'message', role: 'user', parts: own });
  }

  /** Starts a turn with calls. Services refuse calls right after a model message, so earlier ones join the turn. */
  #startCalls(parts: readonly Part[]): CallsTurn {
    const before: Part[][] = [];
    for (let last = this.#turns.at(-1); last?.kind === 'message' && last.role === 'model'; last = this.#turns.at(-1)) {
      before.push(last.parts);
      this.#turns.pop();
    }
    const turn: CallsTurn = { kind: 'calls', parts: before.reverse().flat(), reasoning: '', calls: [], after: [] };
    this.#turns.push(turn);
    this.#extend(turn, parts);
    return turn;
  }

  #extend(turn: CallsTurn, parts: readonly Part[]): void {
    turn.reasoning += this.#thinking;
    this.#thinking = '';
    for (const part of parts) {
      turn.parts.push(part);
      if (part.functionCall) turn.calls.push(this.#pair(part, part.functionCall));
    }
  }

  #pair(part: Part, call: FunctionCall): PairedCall {
    const resultPart = this.#resultOf.get(part);
    const result = resultPart?.functionResponse;
    const given = call.id || result?.id;
    return {
      part,
      id: this.#ids.next(given),
      idIsGiven: Boolean(given),
      name: call.name || result?.name || UNKNOWN_TOOL,
      args: toRecord(call.args, 'value'),
      resultPart,
      response: result === undefined ? { error: NO_RESULT } : toRecord(result.response, 'output'),
      media: sendableMedia(result),
    };
  }
}

/** Wraps a value that is not an object under `key`, because services accept only objects. */
function toRecord(value: unknown, key: string): Record<string, unknown> {
  if (isRecord(value)) return value;
  return value === undefined || value === null ? {} : { [key]: value };
}

/** Writes a user's call, or a result without a call, as text, because services refuse them. */
function withoutToolParts(part: Part): Part[] {
  const { functionCall, functionResponse } = part;
  if (functionResponse) {
    const text = resultText(functionResponse.name || 'unknown', toRecord(functionResponse.response, 'output'));
    return [{ text }, ...sendableMedia(functionResponse)];
  }
  if (functionCall) return [{ text: callText(functionCall.name || UNKNOWN_TOOL, functionCall.args ?? {}) }];
  return [part];
}
