import { describe, expect, it, vi } from 'vitest';
import { createTextTail } from './text-tail.ts';

describe('the kept end of what was written', () => {
  it('is all of it while there is room, in the order it came', () => {
    const tail = createTextTail(6);
    expect(tail.text()).toBe('');
    tail.push(Buffer.from('abc'));
    tail.push(Buffer.from('de'));
    expect(tail.text()).toBe('abcde');
    tail.push(Buffer.from('f'));
    expect(tail.text()).toBe('abcdef');
  });

  it('is the last bytes when there are more, also after it was looked at', () => {
    const tail = createTextTail(4);
    for (const piece of ['abc', 'def', 'ghi']) tail.push(Buffer.from(piece));
    expect(tail.text()).toBe('fghi');
    tail.push(Buffer.from('j'));
    expect(tail.text()).toBe('ghij');
  });

  it('may begin inside a character, which is then shown as replaced', () => {
    const tail = createTextTail(4);
    tail.push(Buffer.from('é😀'));
    expect(tail.text()).toBe('😀');
    tail.push(Buffer.from('x'));
    expect(tail.text()).toMatch(/^\ufffd+x$/);
  });

  it('never takes more memory than twice its size and one chunk', () => {
    const concat = vi.spyOn(Buffer, 'concat');
    const tail = createTextTail(1_000);
    for (let index = 0; index < 10_000; index++) tail.push(Buffer.alloc(10, 'x'));
    const joined = concat.mock.calls.map(([, bytes]) => bytes as number);
    expect(Math.max(...joined)).toBeLessThanOrEqual(2_010);
    // And it is not joined anew for every chunk: each byte is copied about once.
    expect(joined.length).toBeLessThanOrEqual(100);
    expect(joined.length).toBeGreaterThanOrEqual(90);
    concat.mockRestore();
  });
});
