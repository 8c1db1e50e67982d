import { emitKeypressEvents } from 'node:readline';

/** A key, a text or a paste from the keyboard. */
export type Key =
  /** Printable characters. */
  | { readonly type: 'text'; readonly text: string }
  /** A whole paste, with line ends as `\n`. */
  | { readonly type: 'paste'; readonly text: string }
  /** Such as `left`, `return` or `ctrl-a`; `alt-` goes before the rest. */
  | { readonly type: 'key'; readonly name: string };

/** A keypress as Node's `readline` reports it. */
export interface Keypress {
  readonly sequence?: string | undefined;
  readonly name?: string | undefined;
  readonly ctrl?: boolean | undefined;
  readonly meta?: boolean | undefined;
}

/** The keyboard, read key by key. */
export interface Keyboard {
  /** Stops reading, and restores the terminal's mode. */
  close(): void;
  /** Does the same until `resume`, so that another program can read the keyboard. */
  pause(): void;
  resume(): void;
}

const PASTE_MODE_ON = '\u001b[?2004h';
const PASTE_MODE_OFF = '\u001b[?2004l';

/**
 * Reads keys from a terminal; `write` writes to its screen. A paste is one key if the terminal marks pastes. What was
 * typed before this call counts as typed line by line.
 */
export function readKeys(input: NodeJS.ReadStream, write: (text: string) => void, onKey: (key: Key) => void): Keyboard {
  let isTypedAhead = false;
  const take = createKeyReader(onKey, () => isTypedAhead);
  const listener = (_text: string | undefined, key: Keypress) => take(key);

  function resume(): void {
    emitKeypressEvents(input);
    input.setRawMode?.(true);
    input.on('keypress', listener);
    input.resume();
    write(PASTE_MODE_ON);
    // What waits in the terminal is read between these two.
    isTypedAhead = true;
    setImmediate(() =>
      setImmediate(() => {
        isTypedAhead = false;
      }),
    );
  }

  function pause(): void {
    write(PASTE_MODE_OFF);
    input.off('keypress', listener);
    input.setRawMode?.(false);
    input.pause();
  }

  resume();
  return { close: pause, pause, resume };
}

/**
 * Turns keypresses into keys. The parts of a paste are joined; unknown control characters are never text. A terminal
 * that is not read key by key yet turns Enter into Ctrl-J; `isTypedAhead` says that this may be such an Enter.
 */
export function createKeyReader(onKey: (key: Key) => void, isTypedAhead = () => false): (key: Keypress) => void {
  let pasted: string[] | undefined;
  return (key) => {
    const { sequence = '', name } = key;
    if (name === 'paste-start') pasted = [];
    else if (name === 'paste-end') {
      const text = pasted?.join('').replace(/\r\n?/g, '\n') ?? '';
      pasted = undefined;
      if (text !== '') onKey({ type: 'paste', text });
    } else if (pasted !== undefined) pasted.push(sequence);
    else onKey(name === 'enter' && isTypedAhead() ? { type: 'key', name: 'return' } : toKey(key));
  };
}

function toKey({ sequence = '', name, ctrl, meta }: Keypress): Key {
  const isPrintable = !ctrl && !meta && /^[^\p{Cc}]+$/u.test(sequence);
  if (isPrintable) return { type: 'text', text: sequence };
  return { type: 'key', name: `${meta ? 'alt-' : ''}${ctrl ? 'ctrl-' : ''}${name ?? ''}` };
}
