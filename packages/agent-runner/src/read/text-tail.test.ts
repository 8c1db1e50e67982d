import { describe, expect, it, vi } from 'vitest';
import { createTextTail } from './text-tail.ts';

describe('the kept end of a stream', () => {
  it('is the whole stream, in order, while it fits', () => {
    const tail = createTextTail(6);
    expect(tail.text()).toBe('');
    tail.push(Buffer.from('abc'));
    tail.push(Buffer.from('de'));
    expect(tail.text()).toBe('abcde');
    tail.push(Buffer.from('f'));
    expect(tail.text()).toBe('abcdef');
  });

  it('is the last bytes if there are more, also after it has been read', () => {
    const tail = createTextTail(4);
    for (const piece of ['abc', 'def', 'ghi']) tail.push(Buffer.from(piece));
    expect(tail.text()).toBe('fghi');
    tail.push(Buffer.from('j'));
    expect(tail.text()).toBe('ghij');
  });

  it('may begin inside a character, which becomes a replacement character', () => {
    const tail = createTextTail(4);
    tail.push(Buffer.from('é😀'));
    expect(tail.text()).toBe('😀');
    tail.push(Buffer.from('x'));
    expect(tail.text()).toMatch(/^\ufffd+x$/);
  });

  it('never uses more memory than twice its size plus one chunk', () => {
    const concat = vi.spyOn(Buffer, 'concat');
    const tail = createTextTail(1_000);
    for (let index = 0; index < 10_000; index++) tail.push(Buffer.alloc(10, 'x'));
    const joined = concat.mock.calls.map(([, bytes]) => bytes as number);
    expect(Math.max(...joined)).toBeLessThanOrEqual(2_010);
    // It is not joined again for every chunk: each byte is copied about once.
    expect(joined.length).toBeLessThanOrEqual(100);
    expect(joined.length).toBeGreaterThanOrEqual(90);
    concat.mockRestore();
  });
});
