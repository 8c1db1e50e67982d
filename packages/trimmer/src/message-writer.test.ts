import { describe, expect, it } from 'vitest';
import { beginsWithSender, createMessageWriter } from './message-writer.ts';

const VERBATIM = { name: (text: string) => text, content: (text: string) => text };
const LOUD = { name: (text: string) => text.toUpperCase(), content: (text: string) => `"${text}"` };

describe('a message writer', () => {
  it.each(['{content}', '{from}', '{from} {content} {content}', ''])('refuses the template %j', (template) => {
    expect(() => createMessageWriter(template, VERBATIM)).toThrow(
      new TypeError(`A line needs {from}, and {content} once, got ${JSON.stringify(template)}`),
    );
  });

  it('puts sender, addressee and content into the template, each in its encoding', () => {
    const { line, around } = createMessageWriter('[{from}→{to}] {content} ({from})', LOUD);
    expect(line({ from: 'max', to: 'sue', content: 'hi' })).toBe('[MAX→SUE] "hi" (MAX)');
    expect(around('max', undefined)).toEqual({ before: '[MAX→ALL] ', after: ' (MAX)' });
  });

  it('does not replace placeholders inside names and contents', () => {
    const { line } = createMessageWriter('{from} to {to}: {content}', VERBATIM);
    expect(line({ from: '{to}', to: '{content}', content: '{from}' })).toBe('{to} to {content}: {from}');
  });

  it('writes deeds as a line of ctx after the message', () => {
    const { line, deeds } = createMessageWriter('{from} to {to}: {content}', VERBATIM);
    expect(line({ from: 'max', to: 'sue', content: 'hi', deeds: 'wrote a' })).toBe(
      'max to sue: hi\nctx to all: wrote a',
    );
    expect(deeds('wrote a')).toBe('ctx to all: wrote a');
    expect([deeds(''), deeds(undefined)]).toEqual(['', '']);
  });

  it('knows whether a template names the sender before the content', () => {
    expect(beginsWithSender('{from}: {content}')).toBe(true);
    expect(beginsWithSender('{content} ({from})')).toBe(false);
    expect(beginsWithSender('> {content} ({from})')).toBe(false);
  });
});
