import { type Content, roleOf } from '../content.ts';
import { holdsFunctionResponse, isThoughtOnly, isValidContent } from '../content-validity.ts';

/** A content with what was made of it. */
interface Judged {
  readonly content: Content;
  isValid: boolean;
}

/** The curated contents of a growing list. */
export interface CuratedView {
  /** Takes the next content of the list. */
  add(content: Content): void;
  /** Says that the content added last has grown, and whether what was added to it is valid. */
  lastHasGrown(additionIsValid: boolean): void;
  /**
   * The curated contents, oldest first; the objects of the list themselves.
   * @param withThoughts Thought-only contents of the exchanges that stay come, too.
   */
  contents(withThoughts?: boolean): Content[];
}

/**
 * Keeps the curated contents of a growing list up to date. An exchange is a user content with the model contents that
 * follow it; each is judged as it comes, and the exchange is settled when the next user content comes, so that no
 * content is ever judged twice. `judge` says whether a model content is valid; replaced only to count how often it is
 * asked.
 */
export function createCuratedView(judge: (content: Content) => boolean = isValidContent): CuratedView {
  const settled: Judged[] = [];
  let user: Content | undefined;
  let answers: Judged[] = [];

  /** The exchange as far as it has come, invalid answers included; nothing where it has to go as a whole. */
  const openExchange = (): Judged[] => {
    if (user === undefined) return [];
    const question: Judged = { content: user, isValid: true };
    const isAnswered = answers.length === 0 || answers.some(({ isValid }) => isValid);
    if (isAnswered) return [question, ...answers];
    // The call before a result must keep it, whatever became of the answer to the result.
    return holdsFunctionResponse(user) ? [question] : [];
  };

  return {
    add(content) {
      if (roleOf(content) === 'user') {
        for (const judged of openExchange()) if (isShown(judged)) settled.push(judged);
        user = content;
        answers = [];
        return;
      }
      answers.push({ content, isValid: judge(content) });
    },
    lastHasGrown(additionIsValid) {
      const last = answers.at(-1);
      if (last !== undefined && additionIsValid) last.isValid = true;
    },
    contents: (withThoughts = false) =>
      [...settled, ...openExchange()]
        .filter((judged) => (withThoughts ? isShown(judged) : judged.isValid))
        .map(({ content }) => content),
  };
}

/** True for what any view shows. */
function isShown({ content, isValid }: Judged): boolean {
  return isValid || isThoughtOnly(content);
}

/** The curated contents of a list. */
export function curate(contents: readonly Content[]): Content[] {
  const view = createCuratedView();
  for (const content of contents) view.add(content);
  return view.contents();
}
