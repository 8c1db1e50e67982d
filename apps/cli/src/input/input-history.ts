import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What a person typed, in this session and in earlier ones. */
export interface InputHistory {
  /** Keeps a text; blank ones and repetitions of the last are not kept. */
  add(text: string): void;
  /** The text before the one shown, or `undefined` at the oldest. `draft` is what stands there now. */
  older(draft: string): string | undefined;
  /** The text after it; in the end the draft. */
  newer(): string | undefined;
  /** Resolves when everything kept is on disk. */
  saved(): Promise<void>;
}

const MOST_KEPT = 1_000;
/** Longer texts, such as pasted files, would make the file grow without limit. */
const LONGEST_KEPT = 20_000;

/**
 * The history in a file of the person's own, 0600, one JSON string a line. A file that cannot be read or written is no
 * history: nobody is kept from typing.
 */
export async function openInputHistory(file: string): Promise<InputHistory> {
  const texts = await readTexts(file);
  let draft = '';
  let shown = texts.length;
  let saving = Promise.resolve();
  return {
    add(text) {
      const isKept = text.trim() !== '' && text !== texts.at(-1) && text.length <= LONGEST_KEPT;
      if (isKept) {
        texts.push(text);
        saving = saving.then(() => append(file, text)).catch(() => {});
      }
      shown = texts.length;
    },
    older(current) {
      if (shown === 0) return undefined;
      if (shown === texts.length) draft = current;
      shown -= 1;
      return texts[shown];
    },
    newer() {
      if (shown === texts.length) return undefined;
      shown += 1;
      return texts[shown] ?? draft;
    },
    saved: () => saving,
  };
}

async function readTexts(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const texts = lines.flatMap(toText).slice(-MOST_KEPT);
  if (lines.length > 2 * MOST_KEPT) await shorten(file, texts).catch(() => {});
  return texts;
}

// Two chats may write at once, and one may be killed while it does.
function toText(line: string): string[] {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}

async function append(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, `${JSON.stringify(text)}\n`, { mode: 0o600 });
}

async function shorten(file: string, texts: readonly string[]): Promise<void> {
  const shorter = `${file}.${process.pid}`;
  await writeFile(shorter, texts.map((text) => `${JSON.stringify(text)}\n`).join(''), { mode: 0o600 });
  await rename(shorter, file);
}
