import { type Draft, EMPTY_DRAFT } from '../input/line-editor.ts';
import { createGate, type Gate } from './gate.ts';

/** The line a person types on, and whom it is for. */
export interface TypingLine {
  draft(): Draft;
  /** Ids: decided with the first key, and not changed by whatever happens while somebody types. */
  to(): readonly string[];
  put(draft: Draft): void;
  /** Puts back what could not be sent, unless something else is being typed, and keeps why until the next key. */
  putBack(draft: Draft, to: readonly string[], why: string): void;
  /** Why the last text could not be sent. */
  refusal(): string | undefined;
  /** The question that the next line answers; missing when none is asked. */
  question(): string | undefined;
  /** Asks; what was being typed comes back after the answer. */
  ask(question: string): Promise<string>;
  /** Answers the question; `false` when none is asked. */
  answer(text: string): boolean;
}

interface Question {
  readonly prompt: string;
  readonly answer: Gate<string>;
  readonly draft: Draft;
}

/** An empty line; `addressees` says whom it would be for at this moment. */
export function createTypingLine(addressees: () => readonly string[]): TypingLine {
  let draft = EMPTY_DRAFT;
  let fixed: readonly string[] | undefined;
  let question: Question | undefined;
  let refusal: string | undefined;
  return {
    draft: () => draft,
    to: () => fixed ?? addressees(),
    put(next) {
      if (question === undefined) fixed = next.text === '' ? undefined : (fixed ?? addressees());
      draft = next;
      refusal = undefined;
    },
    refusal: () => refusal,
    putBack(sent, to, why) {
      refusal = why;
      if (draft.text !== '' || question !== undefined) return;
      draft = { ...sent, cursor: 0 };
      fixed = to;
    },
    question: () => question?.prompt,
    ask(prompt) {
      // Whoever asks second takes over; the first is not agreed to.
      const before = question?.draft ?? draft;
      question?.answer.open('');
      question = { prompt, answer: createGate(), draft: before };
      draft = EMPTY_DRAFT;
      return question.answer.opened;
    },
    answer(text) {
      if (question === undefined) return false;
      draft = question.draft;
      question.answer.open(text);
      question = undefined;
      return true;
    },
  };
}
