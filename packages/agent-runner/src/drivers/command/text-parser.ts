import type { TurnParser } from '@ctx/contract';
import { createEscapeStripper } from '../../read/escape-stripper.ts';
import { classifyFailure } from '../../result/classify-failure.ts';
import { describeIncompleteStream } from '../../result/incomplete-stream.ts';
import { createAnswerText } from '../answer-text.ts';
import { turnResult } from '../parsed-result.ts';

/** Reads a program whose output is its answer: exit 0 and something other than blanks is a completed turn. */
export function createTextParser(programName: string): TurnParser {
  const answer = createAnswerText();
  const stripper = createEscapeStripper();
  let isFirst = true;
  return {
    text(line) {
      // The newline goes before each line but the first, so that the answer does not end in one more than was said.
      const piece = stripper.push(isFirst ? line : `\n${line}`);
      isFirst = false;
      answer.append(piece);
      return piece === '' ? [] : [{ type: 'text-delta', text: piece }];
    },
    finish(exit) {
      const text = answer.text();
      const isWhole = exit.exitCode === 0 && exit.signal === null && !answer.overflowed;
      if (isWhole && text.trim() !== '') return turnResult('completed', text, {});
      const message = answer.overflowed
        ? `${programName} wrote a longer answer than can be kept`
        : isWhole
          ? `${programName} exited with code 0 but answered nothing`
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
