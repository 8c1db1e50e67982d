import type { AgentEvent, Usage } from '@ctx/contract';
import {
  type ArgumentMapping,
  type Content,
  createThinkingFilter,
  mapArguments,
  type Part,
  parseToolCalls,
  type RequestOptions,
} from '@ctx/model-context';
import { AnswerError } from './api-failure.ts';
import { createHeldText, type HeldText } from './held-text.ts';
import type { AnswerPiece, ModelService } from './model-service.ts';
import type { ModelCall } from './run-tool.ts';

/** A call with the part that stands for it in the history. */
export interface StepCall extends ModelCall {
  readonly part: Part;
}

/** One request and its answer, as it arrives. Read `text` at any time; the rest when it is over. */
export class ApiStep {
  /** The answer's words so far, without thinking and without calls. */
  text = '';
  usage: Usage | undefined;
  readonly calls: StepCall[] = [];
  readonly #request: RequestOptions;
  readonly #mapping: ArgumentMapping | undefined;
  readonly #parts: Part[] = [];
  readonly #filter;
  readonly #held: HeldText | undefined;
  #restarts = 0;
  #isFinished = false;

  constructor(request: RequestOptions, mapping: ArgumentMapping | undefined) {
    this.#request = request;
    this.#mapping = mapping;
    this.#filter = createThinkingFilter(request.model, request);
    this.#held = request.textTools === true && request.tools?.length ? createHeldText() : undefined;
  }

  /** Sends the request and tells what happens. Throws what the service throws. */
  async *run(service: ModelService, signal: AbortSignal): AsyncGenerator<AgentEvent> {
    for await (const piece of service.send(this.#request, signal)) yield* this.#read(piece);
    signal.throwIfAborted();
    yield* this.#addText(this.#filter.end());
    if (this.#held !== undefined) yield* this.#readTextCalls(this.#held.take());
    if (!this.#isFinished) throw new AnswerError('ended its stream before the answer was finished');
  }

  /** The answer for the history. Its parts are as they came, unless calls or thinking had to be taken out of text. */
  output(): Content[] {
    const raw = this.#parts.map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('');
    const parts = this.#parts.filter((part) => part.text !== '' || part.thoughtSignature !== undefined);
    if (raw === this.text) return parts.map(asContent);
    const others = parts.filter((part) => part.text === undefined || part.thought === true);
    return [{ text: this.text }, ...others].map(asContent);
  }

  *#read(piece: AnswerPiece): Generator<AgentEvent> {
    switch (piece.kind) {
      case 'part':
        this.#parts.push(piece.part);
        if (piece.part.text === undefined) yield { type: 'raw', data: piece.part };
        else if (piece.part.thought !== true) yield* this.#addText(this.#filter.push(piece.part.text));
        else if (piece.part.text !== '') yield { type: 'reasoning', text: piece.part.text };
        return;
      case 'call':
        this.#addCall(piece.part, piece.problem);
        return;
      case 'usage':
        this.usage = piece.usage;
        return;
      case 'finish':
        this.#isFinished = true;
        if (piece.cut) yield notice('warning', 'The answer was cut off at the model’s limit of output tokens.');
        return;
      case 'raw':
        yield { type: 'raw', data: piece.data };
    }
  }

  *#addText(text: string): Generator<AgentEvent> {
    if (this.#filter.restarts > this.#restarts) {
      this.#restarts = this.#filter.restarts;
      this.text = '';
      this.#held?.take();
      yield notice('restart', 'What was shown so far was the model’s thinking; the answer begins here.');
    }
    yield* this.#show(this.#held === undefined ? text : this.#held.push(text));
  }

  *#show(text: string): Generator<AgentEvent> {
    if (text === '') return;
    this.text += text;
    yield { type: 'text-delta', text };
  }

  *#readTextCalls(held: string): Generator<AgentEvent> {
    const { toolCalls, cleanText, rejected } = parseToolCalls(held, { preserveText: true });
    yield* this.#show(cleanText);
    for (const { id, name, args } of toolCalls) this.#addCall({ functionCall: { id, name, args } });
    for (const { reason } of rejected) {
      yield notice('warning', `Something in the answer looks like a tool call and is none: ${reason}.`);
    }
  }

  #addCall(part: Part, problem?: string | undefined): void {
    const { id, name = '', args = {} } = part.functionCall ?? {};
    this.#parts.push(part);
    const mapped = mapArguments(this.#mapping, name, args);
    this.calls.push({ id: id || crypto.randomUUID(), name, args: mapped, problem, part });
  }
}

function asContent(part: Part): Content {
  return { role: 'model', parts: [part] };
}

function notice(kind: 'warning' | 'restart', message: string): AgentEvent {
  return { type: 'notice', kind, message };
}
