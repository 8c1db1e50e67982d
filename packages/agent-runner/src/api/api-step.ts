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
import { notice } from '../drivers/driver-events.ts';
import { AnswerError } from './api-failure.ts';
import { createDeltaReader } from './delta-reader.ts';
import { createHeldText, type HeldText } from './held-text.ts';
import type { AnswerPiece, ModelService } from './model-service.ts';
import type { ModelCall } from './run-tool.ts';

/** A call, with its part in the history. */
export interface StepCall extends ModelCall {
  readonly part: Part;
}

/** One request and its answer. `text` can be read while the answer arrives; the rest after `run` has ended. */
export class ApiStep {
  /** The text of the answer so far, without thinking and calls. */
  text = '';
  usage: Usage | undefined;
  readonly calls: StepCall[] = [];
  readonly #request: RequestOptions;
  readonly #mapping: ArgumentMapping | undefined;
  readonly #parts: Part[] = [];
  readonly #filter;
  readonly #held: HeldText | undefined;
  readonly #answerDeltas = createDeltaReader();
  readonly #thoughtDeltas = createDeltaReader();
  readonly #replayed = new Set<string>();
  #restarts = 0;
  #isFinished = false;

  constructor(request: RequestOptions, mapping: ArgumentMapping | undefined) {
    this.#request = request;
    this.#mapping = mapping;
    this.#filter = createThinkingFilter(request.model, request);
    this.#held = request.textTools === true && request.tools?.length ? createHeldText() : undefined;
  }

  /** Sends the request and yields its events. Throws what the service throws. */
  async *run(service: ModelService, signal: AbortSignal): AsyncGenerator<AgentEvent> {
    for await (const piece of service.send(this.#request, signal)) yield* this.#read(piece);
    signal.throwIfAborted();
    yield* this.#flushDeltas();
    yield* this.#addText(this.#filter.end());
    if (this.#held !== undefined) yield* this.#readTextCalls(this.#held.take());
    if (!this.#isFinished) throw new AnswerError('ended its stream before the answer was finished');
  }

  /** The answer for the history. Its parts are unchanged, unless calls or thinking were removed from the text. */
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
        yield* this.#readPart(piece.part);
        return;
      case 'call':
        yield* this.#flushDeltas();
        this.#addCall(piece.part, piece.problem);
        // A call comes whole, and Gemini may give no reason for the end behind it.
        this.#isFinished = true;
        return;
      case 'retry':
        yield notice('retry', piece.message);
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

  *#readPart(part: Part): Generator<AgentEvent> {
    if (part.text === undefined) {
      yield* this.#flushDeltas();
      this.#parts.push(part);
      yield { type: 'raw', data: part };
    } else if (part.thought === true) {
      yield* this.#addPart({ ...part, text: this.#thoughtDeltas.push(part.text) });
    } else {
      yield* this.#addPart({ ...part, text: this.#answerDeltas.push(part.text) });
    }
  }

  *#flushDeltas(): Generator<AgentEvent> {
    yield* this.#addPart({ text: this.#thoughtDeltas.flush(), thought: true });
    yield* this.#addPart({ text: this.#answerDeltas.flush() });
  }

  *#addPart(part: Part & { text: string }): Generator<AgentEvent> {
    if (part.text === '' && part.thoughtSignature === undefined) return;
    this.#parts.push(part);
    if (part.thought !== true) yield* this.#addText(this.#filter.push(part.text));
    else if (part.text !== '') yield { type: 'reasoning', text: part.text };
  }

  *#addText(text: string): Generator<AgentEvent> {
    if (this.#filter.restarts > this.#restarts) {
      this.#restarts = this.#filter.restarts;
      this.#held?.take();
      if (this.text !== '') {
        yield notice('restart', 'The text so far was the model’s thinking; the answer begins here.');
      }
      this.text = '';
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
      yield notice('warning', `A part of the answer looks like a tool call but is not valid: ${reason}.`);
    }
  }

  #addCall(part: Part, problem?: string | undefined): void {
    const { id, name = '', args = {} } = part.functionCall ?? {};
    if (id) {
      // Some services send a call again, with the same id.
      const replay = JSON.stringify([id, name, args]);
      if (this.#replayed.has(replay)) return;
      this.#replayed.add(replay);
    }
    this.#parts.push(part);
    const mapped = mapArguments(this.#mapping, name, args);
    this.calls.push({ id: id || crypto.randomUUID(), name, args: mapped, problem, part });
  }
}

function asContent(part: Part): Content {
  return { role: 'model', parts: [part] };
}
