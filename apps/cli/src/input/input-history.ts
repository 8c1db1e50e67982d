import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The texts a person typed, in this chat and in earlier ones. */
export interface InputHistory {
  /** Keeps a text, unless it is blank or the same as the last one. */
  add(text: string): void;
  /** Returns the text before the one shown, or `undefined` at the oldest. `draft` is the text in the input line. */
  older(draft: string): string | undefined;
  /** Returns the text after the one shown; after the newest, the draft. */
  newer(): string | undefined;
  /** Resolves when everything kept is on disk. */
  saved(): Promise<void>;
}

const MAX_TEXTS = 1_000;
/** Longer texts, such as pasted files, would make the file too big. */
const MAX_CHARACTERS = 20_000;

/**
 * Opens the history in a file that only the user may read: one JSON string per line. If the file cannot be read or
 * written, the chat works without a history.
 */
export async function openInputHistory(file: string): Promise<InputHistory> {
  const texts = await readTexts(file);
  let draft = '';
  let shown = texts.length;
  let saving = Promise.resolve();
  return {
    add(text) {
      const isKept = text.trim() !== '' && text !== texts.at(-1) && text.length <= MAX_CHARACTERS;
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
  const texts = lines.flatMap(toText).slice(-MAX_TEXTS);
  if (lines.length > 2 * MAX_TEXTS) await shorten(file, texts).catch(() => {});
  return texts;
}

// A line may be broken: two chats may write at the same time, and a chat may be killed while it writes.
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
