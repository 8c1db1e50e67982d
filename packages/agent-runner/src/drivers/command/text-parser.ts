import type { TurnParser } from '@ctx/contract';
import { createEscapeStripper } from '../../read/escape-stripper.ts';
import { classifyFailure } from '../../result/classify-failure.ts';
import { describeIncompleteStream } from '../../result/incomplete-stream.ts';
import { createAnswerText } from '../answer-text.ts';
import { tooLongFailure, turnResult } from '../parsed-result.ts';

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
      const isWhole = exit.exitCode === 0 && !answer.overflowed;
      if (isWhole && text.trim() !== '') return turnResult('completed', text, {});
      const message = answer.overflowed
        ? tooLongFailure(programName).message
        : isWhole
          ? `${programName} exited with code 0 but answered nothing.`
          : describeIncompleteStream(programName, exit);
      return turnResult(
        'failed',
        text.trim() === '' ? '' : text,
        {},
        classifyFailure({ message, stderr: exit.stderr }),
      );
    },
  };
}
