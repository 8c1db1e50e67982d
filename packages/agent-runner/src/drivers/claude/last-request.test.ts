import { describe, expect, it } from 'vitest';
import { createLastRequest } from './last-request.ts';

const usage = (input: number, output: number) => ({
  input_tokens: input - 3,
  cache_read_input_tokens: 2,
  cache_creation_input_tokens: 1,
  output_tokens: output,
});

describe('the size of the newest request', () => {
  it('is unknown before the first report, and keeps its value when a report has none', () => {
    const request = createLastRequest();
    for (const silent of [undefined, 7, {}, { output_tokens: 3 }]) request.note(silent);
    expect(request.tokens()).toBeUndefined();
    request.note(usage(10, 2));
    for (const silent of [undefined, 7, {}, { output_tokens: 3 }]) request.note(silent);
    expect(request.tokens()).toBe(12);
    request.note({ input_tokens: 20 });
    expect(request.tokens()).toBe(20);
  });

  it('has the most output that was reported for one request, and not that of the request before', () => {
    const request = createLastRequest();
    request.note(usage(10, 1));
    request.note(usage(10, 5));
    request.note(usage(10, 2));
    expect(request.tokens()).toBe(15);
    request.note(usage(20, 1));
    expect(request.tokens()).toBe(21);
  });
});
