import { describe, expect, it } from 'vitest';
import { draftOf, EMPTY_DRAFT } from '../input/line-editor.ts';
import { createTypingLine } from './typing-line.ts';

describe('the input line', () => {
  it('keeps the addressee it had at its first key while somebody types', () => {
    let speaking = ['sarah'];
    const line = createTypingLine(() => speaking);
    line.put(draftOf('N'));
    speaking = ['max'];
    line.put(draftOf('No, stop'));
    expect(line.to()).toEqual(['sarah']);
    line.put(EMPTY_DRAFT);
    expect(line.to()).toEqual(['max']);
  });

  it('gets a refused text back with its addressee and the cursor at the end, unless something else is being typed', () => {
    const line = createTypingLine(() => ['max']);
    line.refuse({ ...draftOf('refused'), cursor: 2 }, [], 'Who should get this?');
    expect([line.draft().text, line.draft().cursor, line.to(), line.refusal()]).toEqual([
      'refused',
      7,
      [],
      'Who should get this?',
    ]);
    line.put(draftOf('other'));
    expect(line.refusal()).toBeUndefined();
    line.refuse(draftOf('refused'), [], 'Who should get this?');
    expect(line.draft().text).toBe('other');
  });

  it('stays empty after a refused command', () => {
    const line = createTypingLine(() => ['max']);
    line.refuse(draftOf('/to maxx'), ['max'], 'Nobody is called maxx.');
    expect([line.draft().text, line.refusal()]).toEqual(['', 'Nobody is called maxx.']);
  });

  it('is empty while a question is asked, and shows the draft again after the answer', async () => {
    const line = createTypingLine(() => ['max']);
    line.put(draftOf('half'));
    const answer = line.ask('Go on? ');
    expect([line.question(), line.draft().text]).toEqual(['Go on? ', '']);
    expect(line.answer('y')).toBe(true);
    expect(await answer).toBe('y');
    expect([line.question(), line.draft().text, line.answer('z')]).toEqual([undefined, 'half', false]);
  });

  it('answers a question with nothing if a second one replaces it', async () => {
    const line = createTypingLine(() => []);
    line.put(draftOf('half'));
    const first = line.ask('First? ');
    const second = line.ask('Second? ');
    line.answer('y');
    expect(await Promise.all([first, second])).toEqual(['', 'y']);
    expect(line.draft().text).toBe('half');
  });
});
