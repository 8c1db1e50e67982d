import type { AssemblerOutput } from '@ctx/contract';

/** Prompt and system flag as one text to search in, with a NUL between them that no search text holds. */
export function textOf(output: AssemblerOutput): string {
  return `${output.prompt}\u0000${output.systemFlag ?? ''}`;
}

/** How often a text occurs. */
export function countOf(text: string, searched: string): number {
  return text.split(searched).length - 1;
}

/** The indexes of the given texts, in the order in which the texts occur. */
export function inOrderOf(text: string, searched: readonly string[]): number[] {
  const places = searched.map((one, index) => ({ index, at: text.indexOf(one) }));
  return places.sort((one, other) => one.at - other.at).map(({ index }) => index);
}

/** True if both outputs are exactly equal. */
export function sameOutput(one: AssemblerOutput, other: AssemblerOutput): boolean {
  return one.prompt === other.prompt && one.systemFlag === other.systemFlag;
}

/** Where two outputs start to differ, as the end of a one-line message. */
export function firstDifference(expected: AssemblerOutput, actual: AssemblerOutput): string {
  const [wanted, got] = [textOf(expected), textOf(actual)];
  let at = 0;
  while (at < wanted.length && wanted[at] === got[at]) at++;
  const from = Math.max(0, at - 15);
  const excerpt = (text: string) => JSON.stringify(text.slice(from, at + 25).replaceAll('\u0000', ' | '));
  return `expected ${excerpt(wanted)} and got ${excerpt(got)} at character ${at}`;
}
