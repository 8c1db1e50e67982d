import { type Content, type Part, withoutHoles } from '../content.ts';
import { isThought, isValidContent } from '../content-validity.ts';
import { deepCopy } from '../deep-copy.ts';
import { toParts } from '../message-parts.ts';
import { createCuratedView, curate } from './curated-view.ts';
import { appendParts, mergeModelOutput, type TextKind, textKind } from './merge-model-output.ts';

/**
 * A model's conversation: one list of contents with two views. The *comprehensive* view is everything that happened;
 * the *curated* view is what may be sent. Contents go in and come out as deep copies, so nothing but the methods
 * `record`, `replace` and `clear` changes a history.
 */
export class ChatHistory {
  #contents: Content[] = [];
  #curated = createCuratedView();
  /** Remembered, so that a long answer is not looked through again for each chunk that joins it. */
  #lastKind: TextKind;

  constructor(contents: readonly Content[] = []) {
    this.replace(contents);
  }

  /**
   * A deep copy of the contents, oldest first.
   * @param curated Leave out what may not be sent: empty, blank and thought-only contents of the model, user contents
   * that got no other answer unless they bring a tool's result, and model contents before the first user content.
   */
  getHistory(curated = false): Content[] {
    return deepCopy(curated ? this.#curated.contents() : this.#contents);
  }

  /**
   * Adds one exchange. Costs time in proportion to what is added.
   * @param userInput What was sent.
   * @param modelOutput What came back, one content a chunk; adjacent text is merged. None at all is recorded as an
   * empty answer, and the exchange drops out of the curated view.
   * @param automaticFunctionCallingHistory The calls and results in between, where the SDK ran tools by itself. It
   * holds `userInput`, and so replaces it; see `newAutomaticHistory`.
   */
  record(
    userInput: Content,
    modelOutput: readonly Content[],
    automaticFunctionCallingHistory?: readonly Content[] | undefined,
  ): void {
    const automatic = curate(copyOf(automaticFunctionCallingHistory ?? []));
    for (const content of automatic.length > 0 ? automatic : copyOf([userInput])) this.#add(content);

    const output: Content[] = modelOutput.length > 0 ? copyOf(modelOutput) : [{ role: 'model', parts: [] }];
    const [first, ...rest] = mergeModelOutput(output);
    if (first !== undefined && !this.#growLast(first)) this.#add(first);
    for (const content of rest) this.#add(content);
  }

  /**
   * The part of a response's automatic function calling history that is not in this history yet. The API returns all
   * of it every time, beginning with what was sent.
   */
  newAutomaticHistory(full: readonly Content[]): Content[] {
    return deepCopy(full.slice(this.requestContents().length));
  }

  /**
   * What to send: the curated history without thoughts and, where a message is given, the new user content. Parts that
   * stay are byte for byte as they were recorded, signatures included. The history itself does not change.
   * @param options `thoughts: true` leaves the thoughts in, for services that want the reasoning of a tool loop back.
   */
  requestContents(
    message?: string | Part | readonly Part[] | undefined,
    options: { readonly thoughts?: boolean | undefined } = {},
  ): Content[] {
    const withThoughts = options.thoughts === true;
    const contents = this.#curated
      .contents(withThoughts)
      .map((content) => ({
        ...content,
        parts: (content.parts ?? []).filter((part) => withThoughts || !isThought(part)),
      }))
      .filter((content) => content.parts.length > 0);
    if (message !== undefined) contents.push({ role: 'user', parts: toParts(message) });
    return deepCopy(contents);
  }

  /** Puts other contents in place of all. */
  replace(contents: readonly Content[]): void {
    const copies = copyOf(contents);
    this.clear();
    for (const content of copies) this.#add(content);
  }

  /** Forgets everything. */
  clear(): void {
    this.#contents = [];
    this.#curated = createCuratedView();
    this.#lastKind = undefined;
  }

  #add(content: Content): void {
    this.#contents.push(content);
    this.#curated.add(content);
    this.#lastKind = textKind(content);
  }

  /** Merges an answer's beginning into a trailing model text, as it happens after an automatic history. */
  #growLast(addition: Content): boolean {
    const parts = this.#contents.at(-1)?.parts;
    const kind = textKind(addition);
    if (parts === undefined || kind === undefined || kind !== this.#lastKind) return false;
    const additionIsValid = isValidContent(addition);
    appendParts(parts, addition.parts ?? []);
    this.#curated.lastHasGrown(additionIsValid);
    return true;
  }
}

function copyOf(contents: readonly Content[]): Content[] {
  return deepCopy(contents.map(withoutHoles));
}
