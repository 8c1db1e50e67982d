/** A prompt: text, or UTF-8 chunks. */
export type Prompt = string | readonly Uint8Array[];

const SLASH = 0x2f;
const AT = 0x40;
const BACKSLASH = 0x5c;
const ENCODER = new TextEncoder();
const ONE_BACKSLASH = ENCODER.encode('\\');

/** The prompt with text in front of it. */
export function prependText(text: string, prompt: Prompt): Prompt {
  return typeof prompt === 'string' ? text + prompt : [ENCODER.encode(text), ...prompt];
}

/** The prompt, with a blank in front if it begins with `/`: the CLI would run it as one of its own commands. */
export function withoutLeadingSlash(prompt: Prompt): Prompt {
  const first = typeof prompt === 'string' ? prompt.charCodeAt(0) : prompt.find((chunk) => chunk.length > 0)?.[0];
  return first === SLASH ? prependText(' ', prompt) : prompt;
}

/** Bytes that cannot begin a path after an `@`: blanks and the punctuation that ends a path. */
const NOT_IN_PATH = new Set(ENCODER.encode(' \t\r\n,;!?()[]{}'));

/**
 * The prompt with a backslash before every `@` that would make the CLI read a file: those that are followed by a path
 * character and have no backslash yet. Chunks are not joined; chunks without such an `@` are not copied.
 */
export function withoutFileMentions(prompt: Prompt): Prompt {
  if (typeof prompt === 'string') return prompt.replace(/(?<!\\)@(?=[^ \t\r\n,;!?()[\]{}])/g, '\\@');
  const chunks: Uint8Array[] = [];
  let before: number | undefined;
  prompt.forEach((chunk, index) => {
    let start = 0;
    for (let at = chunk.indexOf(AT); at !== -1; at = chunk.indexOf(AT, at + 1)) {
      const previous = at > 0 ? chunk[at - 1] : before;
      const next = at + 1 < chunk.length ? chunk[at + 1] : firstByteAfter(prompt, index);
      if (previous === BACKSLASH || next === undefined || NOT_IN_PATH.has(next)) continue;
      if (at > start) chunks.push(chunk.subarray(start, at));
      chunks.push(ONE_BACKSLASH);
      start = at;
    }
    if (start < chunk.length) chunks.push(start === 0 ? chunk : chunk.subarray(start));
    before = chunk.at(-1) ?? before;
  });
  return chunks;
}

function firstByteAfter(chunks: readonly Uint8Array[], index: number): number | undefined {
  for (let next = index + 1; next < chunks.length; next++) {
    const first = chunks[next]![0];
    if (first !== undefined) return first;
  }
  return undefined;
}
