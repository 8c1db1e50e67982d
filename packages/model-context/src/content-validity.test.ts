import { describe, expect, it } from 'vitest';
import type { Content, Part } from './content.ts';
import { dataKeys, holdsFunctionResponse, isThoughtOnly } from './content-validity.ts';

describe('the data of a part', () => {
  it('is everything but its text and what describes it', () => {
    const described = {
      text: 'x',
      thought: true,
      thoughtSignature: 's',
      videoMetadata: {},
      partMetadata: {},
      mediaResolution: {},
      mediaProcessing: {},
      speechMetadata: {},
    };
    expect(dataKeys({ ...described, inlineData: { data: 'AA' }, hologram: 1 } as Part)).toEqual([
      'inlineData',
      'hologram',
    ]);
    expect(dataKeys({ inlineData: undefined, fileData: null } as unknown as Part)).toEqual([]);
  });
});

describe('a content', () => {
  const result = { functionResponse: { name: 'f', response: {} } };
  const thought = { text: 'Hm', thought: true };
  const content = (...parts: Part[]): Content => ({ role: 'user', parts });

  it('answers a tool call if one of its parts does', () => {
    expect(holdsFunctionResponse(content({ text: 'x' }, result))).toBe(true);
    expect(holdsFunctionResponse(content({ text: 'x' }))).toBe(false);
    expect(holdsFunctionResponse({ role: 'user' })).toBe(false);
  });

  it('is a thought if it has parts and all of them are thoughts', () => {
    expect(isThoughtOnly(content(thought, thought))).toBe(true);
    expect(isThoughtOnly(content(thought, { text: 'x' }))).toBe(false);
    expect(isThoughtOnly(content())).toBe(false);
    expect(isThoughtOnly({ role: 'model' })).toBe(false);
  });
});
