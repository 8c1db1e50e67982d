import { describe, expect, it } from 'vitest';
import type { Part } from '../content.ts';
import { partText, responseJson } from './media-placeholder.ts';

describe('the text of a part', () => {
  it.each<[string, Part, string]>([
    ['an image', { inlineData: { data: 'AA', mimeType: 'image/png' } }, '[image: unnamed (image/png)]'],
    ['a sound', { inlineData: { data: 'AA', mimeType: 'audio/mp3' } }, '[audio: unnamed (audio/mp3)]'],
    ['a video', { fileData: { fileUri: 'x:/a/b.mp4', mimeType: 'video/mp4' } }, '[video: b.mp4 (video/mp4)]'],
    ['a file', { fileData: { fileUri: 'https://x/a/b.pdf?token=1#p' } }, '[file: b.pdf]'],
    ['a folder', { fileData: { fileUri: 'https://x/a/' } }, '[file: a]'],
    ['a named file', { fileData: { fileUri: 'x:/a', displayName: 'Plan' } }, '[file: Plan]'],
    ['code', { executableCode: { language: 'PYTHON', code: 'x' } } as Part, '\n```python\nx\n```\n'],
    ['code without a language', { executableCode: { code: 'x' } } as Part, '\n```\nx\n```\n'],
    ['code that is not an object', { executableCode: 'x' } as unknown as Part, '[executableCode]'],
    ['a result that is not an object', { codeExecutionResult: 'x' } as unknown as Part, '[codeExecutionResult]'],
    ['incomplete code', { executableCode: { language: 'PYTHON' } } as Part, '[executableCode]'],
    ['a result', { codeExecutionResult: { outcome: 'OK', output: '1' } } as Part, '\nResult of the code (OK):\n1\n'],
    ['an empty result', { codeExecutionResult: {} } as Part, '\nResult of the code (unknown):\n\n'],
    ['anything else', { hologram: { code: 'x' } } as Part, '[hologram]'],
    ['both', { text: 'See', inlineData: { data: 'AA', mimeType: 'image/png' } }, 'See\n[image: unnamed (image/png)]'],
  ])('names %s', (_kind, part, text) => {
    expect(partText(part)).toBe(text);
  });

  it('leaves out what says nothing', () => {
    expect(partText({ text: '', thought: true, thoughtSignature: 's', videoMetadata: {} } as Part)).toBe('');
    expect(partText({ inlineData: undefined, fileData: null } as unknown as Part)).toBe('');
  });
});

describe('the result of a tool', () => {
  it('has placeholders for images and files, and only for these', () => {
    const image = { inlineData: { data: 'AA', mimeType: 'image/png' } };
    const file = { fileData: { fileUri: 'x:/a.txt' } };
    const neither = { inlineData: { mimeType: 'image/png' }, fileData: { name: 'a' } };
    expect(JSON.parse(responseJson({ image, file, neither, text: 'x', none: null }))).toEqual({
      image: '[image: unnamed (image/png)]',
      file: '[file: a.txt]',
      neither,
      text: 'x',
      none: null,
    });
  });

  it('names media beside it under a key that is free', () => {
    const image = { inlineData: { data: 'AA', mimeType: 'image/png' } };
    expect(responseJson({ ok: 1 }, [image])).toBe('{"ok":1,"media":["[image: unnamed (image/png)]"]}');
    expect(responseJson({ media: 1 }, [image])).toContain('"media_":');
  });
});
