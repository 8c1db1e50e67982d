import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parseToolCalls } from './parse-tool-calls.ts';

const fenced = (json: string) => `\`\`\`json\n${json}\n\`\`\``;
const toolCall = (name: string, args?: unknown) => JSON.stringify({ tool_call: { name, arguments: args } });
const plain = (text: string) => parseToolCalls(text).toolCalls.map(({ name, args }) => ({ name, args }));

describe('parseToolCalls', () => {
  it('finds calls in fences and inline', () => {
    expect(plain(fenced(toolCall('read', { path: 'a' })))).toEqual([{ name: 'read', args: { path: 'a' } }]);
    expect(plain(`I will look: ${toolCall('read', { path: 'a' })} now.`)).toEqual([
      { name: 'read', args: { path: 'a' } },
    ]);
  });

  it('finds several calls, in order, also in one fence or a list', () => {
    const text = `${fenced(toolCall('a', {}))}\nthen ${toolCall('b', {})} and\n${fenced(`[${toolCall('c', {})},\n${toolCall('d', {})}]`)}`;
    expect(plain(text).map((call) => call.name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('reads nested objects, and braces and fences inside strings', () => {
    const args = { code: 'if (a) { b("```json\\n{}\\n```"); }', options: { deep: [{ er: '}' }] }, quote: '"{' };
    expect(plain(fenced(toolCall('write', args)))).toEqual([{ name: 'write', args }]);
    expect(
      plain(`\`\`\`json\n${JSON.stringify({ tool_call: { name: 'write', arguments: args } }, null, 2)}\n\`\`\``),
    ).toEqual([{ name: 'write', args }]);
  });

  it('accepts arguments as a JSON string, and reads missing ones as an empty object', () => {
    expect(plain(toolCall('f', JSON.stringify({ a: 1 })))).toEqual([{ name: 'f', args: { a: 1 } }]);
    expect(plain(toolCall('f'))).toEqual([{ name: 'f', args: {} }]);
    expect(plain(toolCall('f', null))).toEqual([{ name: 'f', args: {} }]);
    expect(plain(toolCall('f', ''))).toEqual([{ name: 'f', args: {} }]);
  });

  it('leaves an invalid call in the text and gives the reason', () => {
    const cases: [string, string][] = [
      ['{"tool_call":{"name":"f","arguments":{"a":1}', 'malformed-json'],
      ['{"tool_call": {"name": "f", "arguments": {a: 1}}}', 'malformed-json'],
      ["{'tool_call': {'name': 'f'}}", 'malformed-json'],
      ['{tool_call: {name: "f"}}', 'malformed-json'],
      ['{\n  "tool_call" : {"name": f}}', 'malformed-json'],
      ['{"tool_call":{"arguments":{}}}', 'missing-name'],
      ['{"tool_call":{"name":" "}}', 'missing-name'],
      ['{"tool_call":{"name":7}}', 'missing-name'],
      ['{"tool_call":"f"}', 'unknown-shape'],
      ['{"tool_call":[{"name":"f"}]}', 'unknown-shape'],
      ['{"name":"f","arguments":{}}', 'unknown-shape'],
      ['{"tool_calls":[{"name":"f"}]}', 'unknown-shape'],
      ['{"example":{"tool_call":{"name":"f"}}}', 'unknown-shape'],
      ['{"tool_call":{"name":"f","arguments":[1]}}', 'bad-arguments'],
      ['{"tool_call":{"name":"f","arguments":["{}"]}}', 'bad-arguments'],
      ['{"tool_call":{"name":"f","arguments":"not json"}}', 'bad-arguments'],
    ];
    for (const [json, reason] of cases) {
      const text = `Look: ${json}`;
      const parsed = parseToolCalls(text);
      expect(parsed.toolCalls, json).toEqual([]);
      expect(parsed.cleanText).toBe(text);
      expect(
        parsed.rejected.map((rejected) => rejected.reason),
        json,
      ).toEqual([reason]);
      expect(json.startsWith(parsed.rejected[0]!.text)).toBe(true);
    }
  });

  it('finds the complete calls next to an incomplete one', () => {
    const parsed = parseToolCalls(`${toolCall('a', {})} and {"tool_call":{"name":"b","argu`);
    expect(parsed.toolCalls.map((call) => call.name)).toEqual(['a']);
    expect(parsed.rejected).toEqual([{ text: '{"tool_call":{"name":"b","argu', reason: 'malformed-json' }]);
  });

  it('reports rejected calls in the order of the text, whatever is wrong with them', () => {
    const { rejected } = parseToolCalls('{"tool_call":{"name" oops {"tool_call":{}} {"tool_call":{"name": oops');
    expect(rejected).toEqual([
      { text: '{"tool_call":{"name" ', reason: 'malformed-json' },
      { text: '{"tool_call":{}}', reason: 'missing-name' },
      { text: '{"tool_call":{"name": ', reason: 'malformed-json' },
    ]);
  });

  it('reports openings inside one another, and openings that touch, once', () => {
    const nested = '{"tool_call":"'.repeat(4);
    const touching = '{"tool_call":{"name":"f"{"tool_call":{"name":"g"';
    const quoting = '{"tool_call":{"name":"{tool_call: x","arguments":';
    for (const text of [nested, touching, quoting]) {
      expect(parseToolCalls(`Look: ${text}`).rejected, text).toEqual([{ text, reason: 'malformed-json' }]);
    }
  });

  it('reports a call that the engine’s own parser refuses, as some do if it is nested very deeply', () => {
    const parse = vi.spyOn(JSON, 'parse').mockImplementation(() => {
      throw new RangeError('too much recursion');
    });
    try {
      expect(parseToolCalls('{"tool_call":{"name":"f"}}').rejected).toMatchObject([{ reason: 'malformed-json' }]);
    } finally {
      parse.mockRestore();
    }
  });

  it('reads a name without the white space around it', () => {
    expect(plain('{"tool_call":{"name":" read\\n"}}')).toEqual([{ name: 'read', args: {} }]);
  });

  it('treats text that only mentions tool_call, and other JSON, as text', () => {
    for (const text of [
      'I could make a tool_call, or write "tool_call": later.',
      'Data: {"a":{"b":1}}',
      'A person: {"name":"Ada"}',
      'A debate: {"arguments":["pro","contra"]}',
      '{ not json }',
      '',
    ]) {
      expect(parseToolCalls(text)).toEqual({ toolCalls: [], cleanText: text, originalText: text, rejected: [] });
    }
  });

  it('returns an empty text if it found calls, or the text around them with preserveText', () => {
    const text = `Before.\n\n${fenced(toolCall('a', {}))}\n\nAfter ${toolCall('b', {})} all.\n${fenced(`${toolCall('c', {})}\n${toolCall('d', {})}`)}`;
    expect(parseToolCalls(text).cleanText).toBe('');
    const preserved = parseToolCalls(text, { preserveText: true });
    expect(preserved.cleanText).toBe('Before.\n\nAfter all.');
    expect(preserved.originalText).toBe(text);
  });

  it('removes lists and unclosed fences with their calls, and keeps fences that hold more', () => {
    const clean = (text: string) => parseToolCalls(text, { preserveText: true }).cleanText;
    const call = toolCall('a', {});
    expect(clean(`A\n\`\`\`json\n[ ${call}, ${call} ]\n\`\`\`\nB`)).toBe('A\n\nB');
    expect(clean(`A\n\`\`\`json\n${call}`)).toBe('A');
    expect(clean(`\`\`\`\n${call}\n\`\`\``)).toBe('');
    expect(clean(`\`\`\` json\n${call}\n\`\`\``)).toBe('');
    expect(clean(`\`\`\`json\n${call}\nmore\n\`\`\``)).toBe('```json\n\nmore\n```');
    expect(clean(`\`\`\`json\nmore\n${call}\n\`\`\``)).toBe('```json\nmore\n\n```');
    expect(clean(`\`\`\`python\n${call}\n\`\`\``)).toBe('```python\n\n```');
    expect(clean(`\`\`\`\`json\n${call}\n\`\`\`\``)).toBe('````json\n\n````');
    expect(clean(`[${call}, 1]`)).toBe('[ , 1]');
    expect(clean(`[1, ${call}]`)).toBe('[1, ]');
  });

  it('leaves a blank line where a call stood on a line of its own, else a space', () => {
    const clean = (text: string) => parseToolCalls(text, { preserveText: true }).cleanText;
    const call = toolCall('a', {});
    expect(clean(`A ${call} B`)).toBe('A B');
    expect(clean(`A\n${call} B`)).toBe('A\n\nB');
    expect(clean(`A ${call}\nB`)).toBe('A\n\nB');
    expect(clean(`two\nlines ${call} B`)).toBe('two\nlines B');
    expect(clean(`A ${fenced(call)} ${call} B`)).toBe('A B');
    expect(clean(`A ${fenced(call)}\n${call} B`)).toBe('A\n\nB');
  });

  it('gives every call an id that calls of other answers do not have', () => {
    const text = `${toolCall('a', {})}${toolCall('a', {})}`;
    const ids = [...parseToolCalls(text).toolCalls, ...parseToolCalls(text).toolCalls].map((call) => call.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.every((id) => /^call_[0-9a-z]{20}$/.test(id))).toBe(true);
  });

  it('gives ids of one length, even if a random number is short', () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    try {
      expect(parseToolCalls(toolCall('a', {})).toolCalls[0]!.id).toBe('call_i000000000i000000000');
    } finally {
      random.mockRestore();
    }
  });

  it('removes the thinking of a thinking model first', () => {
    const text = `<think>${toolCall('imagined', {})}</think>\n${toolCall('real', {})}`;
    const parsed = parseToolCalls(text, { model: 'Qwen3-8B' });
    expect(parsed.toolCalls.map((call) => call.name)).toEqual(['real']);
    expect(parsed.originalText).toBe(toolCall('real', {}));
    expect(parseToolCalls(text, { model: 'llama' }).toolCalls).toHaveLength(2);
  });

  it('corrects parameter names', () => {
    const text = toolCall('read', { file: 'a' });
    expect(parseToolCalls(text, { mapArguments: { read: { file: 'path' } } }).toolCalls[0]!.args).toEqual({
      path: 'a',
    });
  });

  it('never throws, whatever the text', () => {
    const fragments = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          '{"tool_call":',
          '{"name":"f"',
          '"arguments":',
          '{',
          '}}',
          '```json',
          '```',
          '"',
          '\\',
          '<think>',
          '</think>',
        ),
      ),
    );
    fc.assert(
      fc.property(fragments, fc.boolean(), (pieces, preserveText) => {
        const text = pieces.join('');
        const parsed = parseToolCalls(text, { model: 'qwen', preserveText });
        if (parsed.toolCalls.length === 0) expect(parsed.cleanText).toBe(parsed.originalText);
      }),
      { numRuns: 500 },
    );
  });

  it('finds every call in a mix of calls and text', () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue());
    const texts = fc.constantFrom('', ' and ', '\n```\n', 'a } b ', '"quoted" ');
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, args)), (list) => {
        const text = list.map(([before, value]) => before + toolCall('f', value)).join('');
        expect(plain(text).map((call) => call.args)).toEqual(
          list.map(([, value]) => JSON.parse(JSON.stringify(value))),
        );
      }),
    );
  });
});
