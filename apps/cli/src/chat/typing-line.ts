import { type Draft, EMPTY_DRAFT, wholeText } from '../input/line-editor.ts';
import { createGate, type Gate } from './gate.ts';
import { beginsWithCommand } from './typed-text.ts';

/** The input line of a chat: its text, and who gets it. */
export interface TypingLine {
  draft(): Draft;
  /** Ids of the addressees. They are fixed at the first key, so that they do not change while a person types. */
  to(): readonly string[];
  put(draft: Draft): void;
  /**
   * Shows until the next key why a text was refused. A message comes back with the cursor at its end, unless something
   * else is being typed. A command does not come back: the next command would be typed onto it.
   */
  refuse(draft: Draft, to: readonly string[], why: string): void;
  /** Why the last text was refused; undefined if it was not. */
  refusal(): string | undefined;
  /** The question that the next line answers; undefined if there is none. */
  question(): string | undefined;
  /** Asks a question. The draft comes back after the answer. */
  ask(question: string): Promise<string>;
  /** Answers the question. Returns `false` if there is none. */
  answer(text: string): boolean;
}

interface Question {
  readonly prompt: string;
  readonly answer: Gate<string>;
  readonly draft: Draft;
}

/** Creates an empty line; `addressees` returns the current addressees. */
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
    refuse(sent, to, why) {
      refusal = why;
      if (draft.text !== '' || question !== undefined || beginsWithCommand(wholeText(sent))) return;
      draft = { ...sent, cursor: sent.text.length };
      fixed = to;
    },
    question: () => question?.prompt,
    ask(prompt) {
      // A second question replaces the first, which gets an empty answer: that is never a yes.
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
