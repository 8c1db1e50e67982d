import { type Content, type Part, withObjectParts } from '../content.ts';
import { isThought, isValidContent } from '../content-validity.ts';
import { deepCopy } from '../deep-copy.ts';
import { toParts } from '../message-parts.ts';
import { createCuratedView, curate } from './curated-view.ts';
import { appendParts, kindOfStart, type TextKind, textKind } from './merge-text.ts';

/**
 * A model's conversation: one list of contents with two views. The *comprehensive* view is everything that happened;
 * the *curated* view is what may be sent. Contents go in and come out as deep copies, so only the methods `record`,
 * `replace` and `clear` change a history.
 */
export class ChatHistory {
  #contents: Content[] = [];
  #curated = createCuratedView();
  /** The kind of the last content. Stored, so that a long answer is not examined again for every chunk added to it. */
  #lastKind: TextKind;

  constructor(contents: readonly Content[] = []) {
    for (const content of copyContents(contents)) this.#add(content);
  }

  /**
   * A deep copy of the contents, oldest first.
   * @param curated Leave out what may not be sent: the model's empty, blank and thought-only contents, user contents
   * with only such answers (unless they hold a tool's result), and model contents before the first user content.
   */
  getHistory(curated = false): Content[] {
    return deepCopy(curated ? this.#curated.contents() : this.#contents);
  }

  /**
   * Adds one exchange. The time depends only on the size of the exchange.
   * @param userInput The content that was sent.
   * @param modelOutput The answer, one content per chunk; adjacent text is merged. An empty list is recorded as an
   * empty answer, and the exchange is not in the curated view.
   * @param automaticFunctionCallingHistory The calls and results in between, if the SDK ran tools by itself. It
   * includes `userInput` and is recorded instead of it; see `newAutomaticHistory`.
   * @throws TypeError if `modelOutput` is not a list.
   */
  record(
    userInput: Content,
    modelOutput: readonly Content[],
    automaticFunctionCallingHistory?: readonly Content[] | undefined,
  ): void {
    // From JavaScript, a single content would be recorded as an empty answer.
    if (!Array.isArray(modelOutput)) throw new TypeError('modelOutput must be a list of contents');
    const automatic = curate(copyContents(automaticFunctionCallingHistory ?? []));
    for (const content of automatic.length > 0 ? automatic : copyContents([userInput])) this.#add(content);

    const output: Content[] = modelOutput.length > 0 ? copyContents(modelOutput) : [{ role: 'model', parts: [] }];
    for (const content of output) {
      const own = content.role === undefined ? { ...content, role: 'model' } : content;
      if (!this.#mergeIntoLast(own)) this.#add(own);
    }
  }

  /**
   * The contents of a response's automatic function calling history that are not in this history yet. The API returns
   * the whole history every time, starting with the contents of the request.
   */
  newAutomaticHistory(full: readonly Content[] | null | undefined): Content[] {
    // Most responses have none.
    if (full === undefined || full === null) return [];
    return deepCopy(full.slice(this.requestContents().length));
  }

  /**
   * The contents to send: the curated history without thoughts and, if a message is given, the new user content. Parts
   * are exactly as they were recorded, signatures included. The history itself does not change.
   * @param options `thoughts: true` keeps the thoughts, for services that want the reasoning of a tool loop back.
   */
  requestContents(
    message?: string | Part | readonly (string | Part)[] | undefined,
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

  /** Replaces all contents. */
  replace(contents: readonly Content[]): void {
    const copies = copyContents(contents);
    this.clear();
    for (const content of copies) this.#add(content);
  }

  /** Removes all contents. */
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

  /**
   * Merges a chunk of an answer into the last content, if that is model text and the chunk is, or begins with, text of the
   * same kind. Thoughts stay separate from the answer, because they are often left out of a request.
   */
  #mergeIntoLast(addition: Content): boolean {
    const kind = textKind(addition);
    if (this.#lastKind === undefined || this.#lastKind !== (kind ?? kindOfStart(addition))) return false;
    const additionIsValid = isValidContent(addition);
    appendParts(this.#contents.at(-1)!.parts!, addition.parts!);
    this.#curated.extendLast(additionIsValid);
    this.#lastKind = kind;
    return true;
  }
}

function copyContents(contents: readonly Content[]): Content[] {
  return deepCopy(contents.map(withObjectParts));
}
