import { type Content, roleOf } from '../content.ts';
import { holdsFunctionResponse, isThoughtOnly, isValidContent } from '../content-validity.ts';

/** A content with what was made of it. */
interface Judged {
  readonly content: Content;
  isValid: boolean;
}

/**
 * Keeps the curated contents of a growing list up to date. An exchange is a user content with the model contents that
 * follow it; each is judged as it comes, and the exchange is settled when the next user content comes, so that no
 * content is ever judged twice.
 */
export class CuratedView {
  readonly #judge: (content: Content) => boolean;
  readonly #settled: Judged[] = [];
  #user: Content | undefined;
  #answers: Judged[] = [];

  /** @param judge Says whether a model content is valid; replaced only to count how often it is asked. */
  constructor(judge: (content: Content) => boolean = isValidContent) {
    this.#judge = judge;
  }

  /** Takes the next content of the list. */
  add(content: Content): void {
    if (roleOf(content) === 'user') {
      for (const settled of this.#openExchange()) if (isShown(settled)) this.#settled.push(settled);
      this.#user = content;
      this.#answers = [];
      return;
    }
    this.#answers.push({ content, isValid: this.#judge(content) });
  }

  /** Says that the content added last has grown, and whether what was added to it is valid. */
  lastHasGrown(additionIsValid: boolean): void {
    const last = this.#answers.at(-1);
    if (last !== undefined && additionIsValid) last.isValid = true;
  }

  /**
   * The curated contents, oldest first; the objects of the list themselves.
   * @param withThoughts Thought-only contents of the exchanges that stay come, too.
   */
  contents(withThoughts = false): Content[] {
    return [...this.#settled, ...this.#openExchange()]
      .filter((judged) => (withThoughts ? isShown(judged) : judged.isValid))
      .map(({ content }) => content);
  }

  /** The exchange as far as it has come, invalid answers included; nothing where it has to go as a whole. */
  #openExchange(): Judged[] {
    if (this.#user === undefined) return [];
    const user: Judged = { content: this.#user, isValid: true };
    const isAnswered = this.#answers.length === 0 || this.#answers.some(({ isValid }) => isValid);
    if (isAnswered) return [user, ...this.#answers];
    // The call before a result must keep it, whatever became of the answer to the result.
    return holdsFunctionResponse(this.#user) ? [user] : [];
  }
}

/** True for what any view shows. */
function isShown({ content, isValid }: Judged): boolean {
  return isValid || isThoughtOnly(content);
}

/** The curated contents of a list. */
export function curate(contents: readonly Content[]): Content[] {
  const view = new CuratedView();
  for (const content of contents) view.add(content);
  return view.contents();
}
