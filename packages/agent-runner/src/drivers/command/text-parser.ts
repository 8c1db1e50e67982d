import type { TurnParser } from '@ctx/contract';
import { isBlank } from '@ctx/model-context';
import { createEscapeStripper } from '../../read/escape-stripper.ts';
import { createAnswerText } from '../answer-text.ts';
import { tooLongFailure, turnFailure, turnResult } from '../parsed-result.ts';

/** Reads a program whose output is its answer. The turn is completed if it exits with 0 and the answer is not blank. */
export function createTextParser(programName: string): TurnParser {
  const answer = createAnswerText();
  const stripper = createEscapeStripper();
  let isFirst = true;
  return {
    text(line) {
      // The newline goes before each line except the first, so that the last newline is not part of the answer.
      const piece = stripper.push(isFirst ? line : `\n${line}`);
      isFirst = false;
      answer.append(piece);
      return piece === '' ? [] : [{ type: 'text-delta', text: piece }];
    },
    finish(exit) {
      const text = answer.text();
      if (answer.overflowed) return turnResult('failed', text, {}, tooLongFailure(programName));
      const isEmpty = isBlank(text);
      const exitedWell = exit.exitCode === 0 && exit.signal === null;
      if (exitedWell && !isEmpty) return turnResult('completed', text, {});
      const message = exitedWell ? `${programName} exited with code 0 but answered nothing.` : undefined;
      return turnResult('failed', isEmpty ? '' : text, {}, turnFailure(programName, exit, { message }));
    },
  };
}
