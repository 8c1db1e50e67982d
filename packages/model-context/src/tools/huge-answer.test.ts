import { describe, expect, it } from 'vitest';
import { parseToolCalls } from './parse-tool-calls.ts';

describe('parseToolCalls', () => {
  it('handles 5 MB of opening braces, and an answer with 20,000 calls', () => {
    const openings = '{"tool_call":{'.repeat(375_000);
    const parsed = parseToolCalls(openings, { preserveText: true });
    expect(parsed.toolCalls).toEqual([]);
    expect(parsed.cleanText).toBe(openings);
    expect(parsed.rejected).toEqual([{ text: openings, reason: 'malformed-json' }]);
    expect(parseToolCalls('{"tool_call":'.repeat(400_000)).rejected).toHaveLength(1);
    const calls = `{"tool_call":{"name":"a","arguments":{}}} word `.repeat(20_000);
    expect(parseToolCalls(calls, { preserveText: true }).toolCalls).toHaveLength(20_000);
  });
});
