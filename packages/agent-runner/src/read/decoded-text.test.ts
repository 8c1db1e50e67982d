import buffer from 'node:buffer';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStreamReader } from './stream-reader.ts';

function read(stream: string): unknown[] {
  const given: unknown[] = [];
  const note = (value: unknown): [] => {
    given.push(value);
    return [];
  };
  const parser = { json: note, text: note, finish: () => ({ status: 'failed', text: '' }) as const };
  const reader = createStreamReader(parser, { maxLineBytes: 1 << 20, onEvents: () => {} });
  reader.push(Buffer.from(stream));
  reader.end();
  return given;
}

describe('the text of a stream', () => {
  const transcode = buffer.transcode;
  afterEach(() => {
    buffer.transcode = transcode;
    syncBuiltinESMExports();
  });

  it('is not converted when it is ASCII', () => {
    const converted = vi.fn(transcode);
    buffer.transcode = converted;
    syncBuiltinESMExports();
    expect(read('{"say":"hello"}\nnoise\n')).toEqual([{ say: 'hello' }, 'noise']);
    expect(converted).not.toHaveBeenCalled();
    expect(read('{"say":"会議"}\n')).toEqual([{ say: '会議' }]);
    expect(converted).toHaveBeenCalled();
  });

  it('is the same in a Node without ICU', () => {
    Object.assign(buffer, { transcode: undefined });
    syncBuiltinESMExports();
    expect(read('{"say":"会議 😀"}\né\n')).toEqual([{ say: '会議 😀' }, 'é']);
  });

  it('is a text, not an object, if its JSON is nested too deep', () => {
    const line = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(read(`${line(200)}\n`)).toEqual([JSON.parse(line(200))]);
    expect(read(`${line(201)}\n${line(50_000)}\n`)).toEqual([line(201), line(50_000)]);
  });

  it('is parsed unchanged if a line is an object, including invisible characters in its strings', () => {
    expect(read('{"say":"a\u009b1mb"}\n')).toEqual([{ say: 'a\u009b1mb' }]);
  });
});
