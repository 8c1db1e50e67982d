import { emitKeypressEvents } from 'node:readline';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createKeyReader, type Key, type Keypress } from './keys.ts';

/** The keys that result from the bytes of a terminal, decoded by Node as in the app. */
function keysOf(sent: string, isTypedAhead?: () => boolean): Key[] {
  const keys: Key[] = [];
  const input = new PassThrough();
  emitKeypressEvents(input);
  const take = createKeyReader((key) => keys.push(key), isTypedAhead);
  input.on('keypress', (_text, key: Keypress) => take(key));
  input.write(sent);
  return keys;
}

describe('keys', () => {
  it('are text, or have a name', () => {
    expect(keysOf('a你👍\r')).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: '你' },
      { type: 'text', text: '👍' },
      { type: 'key', name: 'return' },
    ]);
    expect(keysOf('\u0003\u001b\r\u001b[1;5D\u001b[A\u001bb').map((key) => key.type === 'key' && key.name)).toEqual([
      'ctrl-c',
      'alt-return',
      'ctrl-left',
      'up',
      'alt-b',
    ]);
  });

  it('of a paste come as one text, with its line ends and escape sequences', () => {
    expect(keysOf('\u001b[200~one\rtwo\r\n\u001b[31mred\u001b[201~x')).toEqual([
      { type: 'paste', text: 'one\ntwo\n\u001b[31mred' },
      { type: 'text', text: 'x' },
    ]);
  });

  it('that were typed ahead are lines: the terminal has turned Enter into Ctrl-J', () => {
    const names = (keys: readonly Key[]) => keys.map((key) => (key.type === 'key' ? key.name : key.text));
    expect(names(keysOf('a\nb\n', () => true))).toEqual(['a', 'return', 'b', 'return']);
    expect(names(keysOf('a\nb\n'))).toEqual(['a', 'enter', 'b', 'enter']);
    expect(keysOf('\u001b[200~one\ntwo\u001b[201~', () => true)).toEqual([{ type: 'paste', text: 'one\ntwo' }]);
  });

  it('that are unknown are not text', () => {
    expect(keysOf('\u0000\u001b[99~').every(({ type }) => type === 'key')).toBe(true);
  });
});
