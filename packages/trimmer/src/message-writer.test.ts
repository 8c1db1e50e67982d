import { describe, expect, it } from 'vitest';
import { beginsWithSender, createMessageWriter } from './message-writer.ts';

const VERBATIM = { name: (text: string) => text, content: (text: string) => text };
const LOUD = { name: (text: string) => text.toUpperCase(), content: (text: string) => `"${text}"` };

describe('the line of a message', () => {
  it.each(['{content}', '{from}', '{from} {content} {content}', ''])('cannot be %j', (template) => {
    expect(() => createMessageWriter(template, VERBATIM)).toThrow(
      new TypeError(`A line needs {from}, and {content} once, got ${JSON.stringify(template)}`),
    );
  });

  it('has sender, addressee and content in their places, each written in its way', () => {
    const { line, around } = createMessageWriter('[{from}→{to}] {content} ({from})', LOUD);
    expect(line({ from: 'max', to: 'sue', content: 'hi' })).toBe('[MAX→SUE] "hi" (MAX)');
    expect(around('max', undefined)).toEqual({ before: '[MAX→ALL] ', after: ' (MAX)' });
  });

  it('takes what looks like a place in a name or a content as it is', () => {
    const { line } = createMessageWriter('{from} to {to}: {content}', VERBATIM);
    expect(line({ from: '{to}', to: '{content}', content: '{from}' })).toBe('{to} to {content}: {from}');
  });

  it('is followed by what ctx has to say about it', () => {
    const { line, deeds } = createMessageWriter('{from} to {to}: {content}', VERBATIM);
    expect(line({ from: 'max', to: 'sue', content: 'hi', deeds: 'wrote a' })).toBe(
      'max to sue: hi\nctx to all: wrote a',
    );
    expect(deeds('wrote a')).toBe('ctx to all: wrote a');
    expect([deeds(''), deeds(undefined)]).toEqual(['', '']);
  });

  it('begins with its sender only where that stands before the content', () => {
    expect(beginsWithSender('{from}: {content}')).toBe(true);
    expect(beginsWithSender('{content} ({from})')).toBe(false);
  });
});
