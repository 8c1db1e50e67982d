import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Prompt, prependText, withoutFileMentions, withoutLeadingSlash } from './inert-prompt.ts';

const asString = (prompt: Prompt): string => (typeof prompt === 'string' ? prompt : Buffer.concat(prompt).toString());

function cut(text: string, sizes: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const chunks: Uint8Array[] = [];
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return chunks;
}

describe('a prompt', () => {
  it('that begins with a slash gets a blank before it', () => {
    expect(withoutLeadingSlash('/help')).toBe(' /help');
    expect(asString(withoutLeadingSlash([new Uint8Array(), Buffer.from('/help')]))).toBe(' /help');
  });

  it('without a leading slash is not changed', () => {
    for (const text of ['help', '', ' /help', '\n/help']) expect(withoutLeadingSlash(text)).toBe(text);
    const chunks = [Buffer.from('a/help')];
    expect(withoutLeadingSlash(chunks)).toBe(chunks);
    for (const empty of [[], [new Uint8Array()]]) expect(withoutLeadingSlash(empty)).toBe(empty);
  });

  it('that mentions files gets a backslash before each @', () => {
    expect(withoutFileMentions('@secret.txt a@b (@./x) @"y" @ü')).toBe('\\@secret.txt a\\@b (\\@./x) \\@"y" \\@ü');
  });

  it('with an @ that reads no file is not changed', () => {
    const text = 'a @ b @, @) @\n\\@done @';
    expect(withoutFileMentions(text)).toBe(text);
  });

  it('gives the same bytes in chunks as in one piece', () => {
    const text = fc.string({ unit: fc.constantFrom('@', '\\', ' ', 'a', '/', 'ü', '😀', '\n', '@x') });
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1 });
    fc.assert(
      fc.property(text, sizes, (prompt, chunkSizes) => {
        expect(asString(withoutFileMentions(cut(prompt, chunkSizes)))).toBe(withoutFileMentions(prompt));
      }),
    );
  });

  it.each([
    [['\\', '@x'], '\\@x'],
    [['\\', '', '@x'], '\\@x'],
    [['a', '@x'], 'a\\@x'],
    [['@', '', 'x'], '\\@x'],
    [['@', ''], '@'],
    [['@', ' x'], '@ x'],
  ])('in chunks is read across their borders: %j', (texts, escaped) => {
    expect(asString(withoutFileMentions(texts.map((text) => Buffer.from(text))))).toBe(escaped);
  });

  it('in chunks gets no empty chunk', () => {
    const chunks = withoutFileMentions([Buffer.from('@a@b'), Buffer.from('')]) as Uint8Array[];
    expect(chunks.map(String).filter((chunk) => chunk === '')).toEqual([]);
  });

  it('in chunks without mentions keeps the same chunk objects', () => {
    const chunks = [Buffer.from('one '), Buffer.from('two')];
    expect(withoutFileMentions(chunks)).toEqual(chunks);
    expect((withoutFileMentions(chunks) as Uint8Array[])[0]).toBe(chunks[0]);
  });

  it('can be text or chunks when text is put before it', () => {
    expect(prependText('a', 'b')).toBe('ab');
    expect(asString(prependText('ä', [Buffer.from('b')]))).toBe('äb');
  });
});
