import { type Content, type Part, roleOf } from '../content.ts';
import { isValidContent } from '../content-validity.ts';

const TEXT_PART_KEYS: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature']);

/** True for a part that is text and nothing else, signed or not. */
function isTextPart(part: Part): boolean {
  if (typeof part.text !== 'string') return false;
  const fields = part as Readonly<Record<string, unknown>>;
  return Object.keys(part).every((key) => TEXT_PART_KEYS.has(key) || fields[key] === undefined);
}

/** True for a model content that consists of text parts. Text of any kind counts, a lone line break too. */
export function isModelText(content: Content | undefined): content is Content & { parts: Part[] } {
  if (content === undefined || roleOf(content) !== 'model') return false;
  return content.parts !== undefined && content.parts.length > 0 && content.parts.every(isTextPart);
}

function canConcatenate(before: Part, after: Part): boolean {
  const unsigned = before.thoughtSignature === undefined && after.thoughtSignature === undefined;
  return unsigned && isTextPart(before) && isTextPart(after) && (before.thought === true) === (after.thought === true);
}

/**
 * Puts `added` behind `parts`, in place. Two neighbours become one part when both are plain text of the same kind and
 * neither is signed; every other part stays whole.
 */
export function appendParts(parts: Part[], added: readonly Part[]): void {
  for (const part of added) {
    const last = parts.at(-1);
    if (last !== undefined && canConcatenate(last, part)) last.text = `${last.text}${part.text}`;
    else parts.push(part);
  }
}

/** Joins neighbours that belong together; `joins` sees both before they are joined. */
function joinNeighbours(contents: readonly Content[], joins: (before: Content, after: Content) => boolean): Content[] {
  const joined: Content[] = [];
  for (const content of contents) {
    const last = joined.at(-1);
    if (last?.parts !== undefined && joins(last, content)) appendParts(last.parts, content.parts ?? []);
    else joined.push(content);
  }
  return joined;
}

const isModelTextPair = (before: Content, after: Content) => isModelText(before) && isModelText(after);

/** A thought or a blank chunk beside a call: on its own it would condemn the whole answer. */
function isFragmentPair(before: Content, after: Content): boolean {
  if (!before.parts?.length || !after.parts?.length) return false;
  if (roleOf(before) !== 'model' || roleOf(after) !== 'model') return false;
  return (isModelText(before) && !isValidContent(before)) || (isModelText(after) && !isValidContent(after));
}

/**
 * The contents of one streamed answer, put together: adjacent text contents become one, and a thought-only or blank
 * chunk joins its neighbour. Changes the objects it is given. A content without a role is the model's.
 */
export function mergeModelOutput(output: readonly Content[]): Content[] {
  const contents = output.map((content) => (content.role === undefined ? { ...content, role: 'model' } : content));
  return joinNeighbours(joinNeighbours(contents, isModelTextPair), isFragmentPair);
}
