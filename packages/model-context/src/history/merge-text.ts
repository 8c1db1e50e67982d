import { type Content, type Part, roleOf } from '../content.ts';
import { isThought, isThoughtOnly } from '../content-validity.ts';

const TEXT_PART_KEYS: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature']);

/** True for a part that is text and nothing else, signed or not. */
function isTextPart(part: Part): boolean {
  if (typeof part.text !== 'string') return false;
  const fields = part as Readonly<Record<string, unknown>>;
  return Object.keys(part).every((key) => TEXT_PART_KEYS.has(key) || fields[key] === undefined);
}

/**
 * The kind of text a model content consists of; `undefined` if it has no parts or holds anything else. White space is text
 * too.
 */
export type TextKind = 'answer' | 'thoughts' | undefined;

/** The kind of text of a content. Text and thoughts together in one content count as `answer`. */
export function textKind(content: Content): TextKind {
  if (roleOf(content) !== 'model' || !content.parts?.length || !content.parts.every(isTextPart)) return undefined;
  return isThoughtOnly(content) ? 'thoughts' : 'answer';
}

/** `answer` for a model content that begins with text of the answer, before a call or whatever else it holds. */
export function kindOfStart(content: Content): TextKind {
  const first = content.parts?.[0];
  if (roleOf(content) !== 'model' || first === undefined) return undefined;
  return isTextPart(first) && !isThought(first) ? 'answer' : undefined;
}

function canConcatenate(before: Part, after: Part): boolean {
  const unsigned = before.thoughtSignature === undefined && after.thoughtSignature === undefined;
  return unsigned && isTextPart(before) && isTextPart(after) && (before.thought === true) === (after.thought === true);
}

/**
 * Appends `added` to `parts`, which is not empty, in place. Two neighbours become one part if both are plain text of
 * the same kind and neither is signed. Every other part stays separate.
 */
export function appendParts(parts: Part[], added: readonly Part[]): void {
  for (const part of added) {
    const last = parts.at(-1)!;
    if (canConcatenate(last, part)) last.text = `${last.text}${part.text}`;
    else parts.push(part);
  }
}
