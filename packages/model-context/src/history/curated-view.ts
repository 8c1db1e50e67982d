import { type Content, roleOf } from '../content.ts';
import { holdsFunctionResponse, isThoughtOnly, isValidContent } from '../content-validity.ts';

/** A content and whether it is valid. */
interface CheckedContent {
  readonly content: Content;
  isValid: boolean;
}

/** The curated contents of a growing list. */
export interface CuratedView {
  /** Takes the next content of the list. */
  add(content: Content): void;
  /** Reports that parts were appended to the last content, and whether they are valid. */
  extendLast(additionIsValid: boolean): void;
  /**
   * The curated contents, oldest first. They are the objects of the list, not copies.
   * @param withThoughts Include the thought-only contents of the exchanges in the view.
   */
  contents(withThoughts?: boolean): Content[];
}

/**
 * Keeps the curated contents of a growing list up to date. An exchange is a user content with the model contents that
 * follow it. Each content is validated once, when it is added, and an exchange is closed when the next user content is
 * added. `validate` says whether a model content is valid; tests pass their own to count its calls.
 */
export function createCuratedView(validate: (content: Content) => boolean = isValidContent): CuratedView {
  const closed: CheckedContent[] = [];
  let open: { readonly user: Content; readonly answers: CheckedContent[] } | undefined;

  /** What the view shows of the current exchange; empty if the whole exchange must be left out. */
  const openExchange = (): CheckedContent[] => {
    if (open === undefined) return [];
    const { user, answers } = open;
    const question: CheckedContent = { content: user, isValid: true };
    const isKept = answers.length === 0 || answers.some(({ isValid }) => isValid);
    if (isKept) return [question, ...answers.filter(isShown)];
    // A tool's result must stay with its call, even if the result got no valid answer.
    return holdsFunctionResponse(user) ? [question] : [];
  };

  return {
    add(content) {
      if (roleOf(content) === 'user') {
        for (const checked of openExchange()) closed.push(checked);
        open = { user: content, answers: [] };
        return;
      }
      open?.answers.push({ content, isValid: validate(content) });
    },
    extendLast(additionIsValid) {
      const last = open?.answers.at(-1);
      if (last !== undefined && additionIsValid) last.isValid = true;
    },
    contents: (withThoughts = false) =>
      [...closed, ...openExchange()].filter(({ isValid }) => withThoughts || isValid).map(({ content }) => content),
  };
}

/** True for an answer that the view shows, at least with thoughts. */
function isShown({ content, isValid }: CheckedContent): boolean {
  return isValid || isThoughtOnly(content);
}

/** The curated contents of a list. */
export function curate(contents: readonly Content[]): Content[] {
  const view = createCuratedView();
  for (const content of contents) view.add(content);
  return view.contents();
}
