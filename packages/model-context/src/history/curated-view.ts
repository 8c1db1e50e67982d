import { type Content, roleOf } from '../content.ts';
import { holdsFunctionResponse, isValidContent } from '../content-validity.ts';

/**
 * Keeps the curated contents of a growing list up to date. An exchange is a user content with the model contents that
 * follow it; it is judged as it grows and settled when the next user content comes, so that no content is ever judged
 * twice.
 */
export class CuratedView {
  readonly #judge: (content: Content) => boolean;
  readonly #settled: Content[] = [];
  #user: Content | undefined;
  #answers: Content[] = [];
  #invalidAnswers = 0;
  #lastIsValid = true;

  /** @param judge Says whether a model content is valid; replaced only to count how often it is asked. */
  constructor(judge: (content: Content) => boolean = isValidContent) {
    this.#judge = judge;
  }

  /** Takes the next content of the list. */
  add(content: Content): void {
    if (roleOf(content) === 'user') {
      for (const settled of this.#openExchange()) this.#settled.push(settled);
      this.#user = content;
      this.#answers = [];
      this.#invalidAnswers = 0;
      return;
    }
    this.#answers.push(content);
    this.#lastIsValid = this.#judge(content);
    if (!this.#lastIsValid) this.#invalidAnswers += 1;
  }

  /** Says that the content added last has grown, and whether what was added to it is valid. */
  lastHasGrown(additionIsValid: boolean): void {
    if (this.#lastIsValid || !additionIsValid) return;
    this.#lastIsValid = true;
    this.#invalidAnswers -= 1;
  }

  /** The curated contents, oldest first; the objects of the list themselves. */
  contents(): Content[] {
    return [...this.#settled, ...this.#openExchange()];
  }

  #openExchange(): Content[] {
    if (this.#user === undefined) return [];
    if (this.#invalidAnswers === 0) return [this.#user, ...this.#answers];
    // The call before a result must keep it, whatever became of the answer to the result.
    return holdsFunctionResponse(this.#user) ? [this.#user] : [];
  }
}

/** The curated contents of a list. */
export function curate(contents: readonly Content[]): Content[] {
  const view = new CuratedView();
  for (const content of contents) view.add(content);
  return view.contents();
}
