import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyContent, anyHistory } from '../__fixtures__/histories.ts';
import { type Content, type Part, roleOf } from '../content.ts';
import { holdsFunctionResponse, isValidContent } from '../content-validity.ts';
import { ChatHistory } from './chat-history.ts';

function isSubsequence(part: readonly Content[], whole: readonly Content[]): boolean {
  let from = 0;
  return part.every((content) => {
    const key = JSON.stringify(content);
    while (from < whole.length && JSON.stringify(whole[from]) !== key) from += 1;
    from += 1;
    return from <= whole.length;
  });
}

const allText = (contents: readonly Content[]) =>
  contents.flatMap((content) => (content.parts ?? []).map((part) => part.text ?? '')).join('');
const toolParts = (contents: readonly Content[]) =>
  contents.flatMap((content) =>
    (content.parts ?? []).filter((part: Part) => part.functionCall || part.functionResponse),
  );

describe('any ChatHistory', () => {
  it('has a curated view that is a subsequence of the comprehensive one', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const history = new ChatHistory(contents);
        expect(isSubsequence(history.getHistory(true), history.getHistory())).toBe(true);
      }),
    );
  });

  it('keeps every valid answer and every tool result after the first user content in the curated view', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const first = contents.findIndex((content) => roleOf(content) === 'user');
        const said = first < 0 ? [] : contents.slice(first);
        const answers = said.filter((content) => roleOf(content) === 'model' && isValidContent(content));
        const curated = new ChatHistory(contents).getHistory(true);
        expect(curated.filter((content) => roleOf(content) === 'model')).toEqual(answers);
        const results = said.filter((content) => roleOf(content) === 'user' && holdsFunctionResponse(content));
        expect(isSubsequence(results, curated)).toBe(true);
      }),
    );
  });

  it('does not change if its curated view is curated again', () => {
    fc.assert(
      fc.property(anyHistory, (contents) => {
        const curated = new ChatHistory(contents).getHistory(true);
        expect(new ChatHistory(curated).getHistory(true)).toEqual(curated);
      }),
    );
  });

  it('records exactly the text, calls and results it was given', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyContent, fc.array(anyContent, { maxLength: 5 })), { maxLength: 5 }),
        (exchanges) => {
          const history = new ChatHistory();
          const said: Content[] = [];
          for (const [input, output] of exchanges) {
            history.record(input, output);
            said.push(input, ...output);
          }
          expect(allText(history.getHistory())).toBe(allText(said));
          expect(toolParts(history.getHistory())).toEqual(toolParts(said));
        },
      ),
    );
  });

  it('has the same curated view whether it was recorded step by step or built at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyContent, fc.array(anyContent, { maxLength: 4 })), { maxLength: 6 }),
        (exchanges) => {
          const history = new ChatHistory();
          for (const [input, output] of exchanges) history.record(input, output, [input, ...output]);
          expect(history.getHistory(true)).toEqual(new ChatHistory(history.getHistory()).getHistory(true));
        },
      ),
    );
  });
});
