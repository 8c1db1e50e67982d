import { wrapText } from '../line-wrapper.ts';

/** Text of one style. */
export interface Run {
  readonly text: string;
  readonly paint?: ((text: string) => string) | undefined;
}

/** Wraps runs to lines of at most `columns` columns. No style spans two lines, so each line can be printed alone. */
export function wrapRuns(runs: readonly Run[], columns: number): string[] {
  const text = runs.map((run) => run.text).join('');
  const ends = endsOf(runs);
  let at = 0;
  let run = 0;
  return wrapText(text, columns)
    .split('\n')
    .map((line) => {
      let painted = '';
      let piece = '';
      const flush = (next: number) => {
        if (piece !== '') painted += runs[run]?.paint?.(piece) ?? piece;
        piece = '';
        run = next;
      };
      for (const character of line) {
        // Wrapping removes only blanks at the end of a line; everything else stays in order.
        if (character !== ' ') while (at < text.length && !text.startsWith(character, at)) at++;
        let owner = run;
        while (owner < ends.length - 1 && at >= ends[owner]!) owner++;
        if (owner !== run) flush(owner);
        piece += character;
        if (text.startsWith(character, at)) at += character.length;
      }
      flush(run);
      return painted;
    });
}

function endsOf(runs: readonly Run[]): number[] {
  let end = 0;
  return runs.map(({ text }) => {
    end += text.length;
    return end;
  });
}
