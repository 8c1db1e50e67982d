import { describe, expect, it, vi } from 'vitest';
import { call, calls, model, result, results, user } from '../__fixtures__/histories.ts';
import { isValidContent } from '../content-validity.ts';
import { ChatHistory } from './chat-history.ts';
import { createCuratedView, curate } from './curated-view.ts';

const EMPTY = { role: 'model', parts: [] };

describe('the curated view', () => {
  it('keeps exchanges with valid answers whole', () => {
    const contents = [user('hi'), model('hello'), user('again'), model('a'), calls(call('f'))];
    expect(curate(contents)).toEqual(contents);
  });

  const invalid = [EMPTY, { role: 'model' }, model(' \n'), { role: 'model', parts: [{ text: 'hm', thought: true }] }];

  it('leaves out only the invalid answers of an exchange', () => {
    for (const answer of invalid) {
      const contents = [user('a'), answer, model('half'), answer, calls(call('f')), answer, user('c')];
      expect(curate(contents)).toEqual([user('a'), model('half'), calls(call('f')), user('c')]);
    }
  });

  it('leaves out a user content if all its answers are invalid', () => {
    for (const answer of invalid) {
      expect(curate([user('a'), model('fine'), user('b'), answer, answer, user('c')])).toEqual([
        user('a'),
        model('fine'),
        user('c'),
      ]);
    }
  });

  it('keeps a user content that holds a result even if its answer is invalid', () => {
    const answered = results(result('f'));
    expect(curate([user('a'), calls(call('f')), answered, EMPTY])).toEqual([user('a'), calls(call('f')), answered]);
  });

  it('keeps user contents that have no answer yet, however many', () => {
    const users = Array.from({ length: 50 }, (_, index) => user(`u${index}`));
    expect(curate(users)).toEqual(users);
  });

  it('leaves out model contents before the first user content', () => {
    expect(curate([model('greeting'), user('a'), model('b')])).toEqual([user('a'), model('b')]);
    expect(curate([model('greeting')])).toEqual([]);
  });

  it('treats a missing role as the user', () => {
    expect(curate([{ parts: [{ text: 'a' }] }, model('b')])).toHaveLength(2);
  });

  it('validates each model content once, however often the view is read', () => {
    let validated = 0;
    const view = createCuratedView((content) => {
      validated += 1;
      return isValidContent(content);
    });
    for (let exchange = 0; exchange < 500; exchange += 1) {
      view.add(user('q'));
      view.add(model('a'));
      view.contents();
    }
    expect(validated).toBe(500);
  });

  it('makes recording cost the same in a long history as in a short one, and requests validate nothing', () => {
    // Validation tests the text for non-blank characters with a regular expression.
    const test = vi.spyOn(RegExp.prototype, 'test');
    const validations = (work: () => void): number => {
      test.mockClear();
      work();
      return test.mock.calls.length;
    };
    try {
      const history = new ChatHistory();
      const record = () => history.record(user('q'), [model('a'), model('b'), calls(call('f'))]);
      const first = validations(record);
      for (let exchange = 0; exchange < 500; exchange += 1) record();
      expect(first).toBeGreaterThan(0);
      expect(validations(record)).toBe(first);
      expect(validations(() => history.requestContents('r'))).toBe(0);
    } finally {
      test.mockRestore();
    }
  });
});
