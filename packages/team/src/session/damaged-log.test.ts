import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionRecord, SessionStore } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createFileCatalog } from './file-catalog.ts';
import { createFileStore } from './file-store.ts';
import { formatLine, parseLine } from './log-line.ts';

const message = (number: number): SessionRecord => ({
  type: 'message',
  message: {
    id: `msg-${number}`,
    content: `Zahl ${number} ü🙂`,
    speaker: { roleId: 'a', roleName: 'A', type: 'human' },
  },
  at: 1,
});
const start: SessionRecord = { type: 'session-start', version: 2, sessionId: 's', team: 'Crew', at: 1 };

async function folderWith(content: Uint8Array | string): Promise<{ directory: string; path: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'ctx-damage-'));
  const path = join(directory, 's.jsonl');
  await writeFile(path, content, { mode: 0o644 });
  return { directory, path };
}

const line = (seq: number, ...records: SessionRecord[]) => formatLine({ seq, operationId: `op-${seq}`, records });
const oldLine = (seq: number, ...records: SessionRecord[]) =>
  Buffer.from(`${JSON.stringify({ seq, operationId: `op-${seq}`, records })}\n`);

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

const lines = [line(2, start, message(1)), line(3, message(2)), line(4, message(3))];

async function contentsOf(store: SessionStore): Promise<string[]> {
  const said: string[] = [];
  for await (const { record } of store.read()) if (record.type === 'message') said.push(record.message.content);
  return said;
}

describe('a log with one changed byte', () => {
  it('has a line with a problem, for every bit of every byte but the newline', () => {
    for (const whole of lines) {
      for (let bit = 0; bit < (whole.length - 1) * 8; bit++) {
        const flipped = Buffer.from(whole.subarray(0, -1));
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        expect(parseLine(flipped)).toHaveProperty('problem');
      }
    }
  });

  // Opening a log takes a while, so only every fifth byte is tried, counted back from the last one.
  it('is refused with its line and left unchanged, and no wrong message is read', async () => {
    const whole = Buffer.concat(lines);
    const truth = ['Zahl 1 ü🙂', 'Zahl 2 ü🙂', 'Zahl 3 ü🙂'];
    for (let index = (whole.length - 1) % 5; index < whole.length; index += 5) {
      const flipped = Buffer.from(whole);
      flipped[index]! ^= 1 << (index % 8);
      const { directory, path } = await folderWith(flipped);
      const isLastNewline = index === whole.length - 1;
      const opened = await createFileStore({ sessionId: 's', directory }).catch((error: unknown) => error as Error);
      if ('message' in opened) {
        expect(opened).toMatchObject({ code: 'CTX_STORE_FAILED' });
        expect(opened.message.startsWith(path)).toBe(true);
        expect(await readFile(path)).toEqual(flipped);
        expect(await readdir(directory)).toEqual(['s.jsonl']);
      } else {
        // The changed byte is the last newline, so the last line counts as torn and is moved away.
        expect(isLastNewline).toBe(true);
        expect(opened.notes).toHaveLength(1);
        await opened.close();
      }
      const reader = await createFileCatalog({ directory })
        .open('s')
        .catch(() => undefined);
      const said = reader === undefined ? [] : await contentsOf(reader);
      expect(truth).toEqual(expect.arrayContaining(said));
      if (reader !== undefined && !isLastNewline) expect(reader.damage?.length).toBeGreaterThan(0);
      await reader?.close();
    }
  }, 120_000);
});

describe('a damaged log', () => {
  it.each([
    [
      'an unreadable line',
      [lines[0]!, Buffer.from('{"seq":3,\n'), lines[2]!],
      /s\.jsonl:2 is not a line of a session log\./,
    ],
    ['a whole last line that cannot be read', [...lines, Buffer.from('{"seq":5,x\n')], /s\.jsonl:4 is not a line/],
    ['a missing line', [lines[0]!, lines[2]!], /s\.jsonl:2 does not continue the log: record 4 follows record 2\./],
    [
      'a line twice',
      [lines[0]!, lines[1]!, lines[1]!, lines[2]!],
      /s\.jsonl:3 does not continue .* record 3 follows record 3/,
    ],
    [
      'a line without a checksum',
      [lines[0]!, oldLine(3, message(2))],
      /s\.jsonl:2 has no checksum, though lines before it/,
    ],
    [
      'a version 2 first line without a checksum',
      [oldLine(1, start)],
      /s\.jsonl:1 has no checksum, though a log of version 2/,
    ],
    [
      'a version 2 first line with more records and no checksum',
      [oldLine(2, start, message(1))],
      /s\.jsonl:1 has no checksum, though a log of version 2/,
    ],
    [
      'a missing first line',
      [lines[1]!, lines[2]!],
      /s\.jsonl:1 does not continue the log: record 3 follows record 0\./,
    ],
    [
      'a record that is nested too deep',
      [oldLine(1, { type: 'of a later version', deep: nested(300) } as unknown as SessionRecord)],
      /s\.jsonl:1 cannot be used: it is nested too deep\./,
    ],
    [
      'a record of the wrong form',
      [oldLine(1, { type: 'message', message: 7, at: 1 } as unknown as SessionRecord)],
      /s\.jsonl:1 cannot be used: its message record has a wrong "message"\./,
    ],
  ])('with %s is refused with file and line, and left unchanged', async (_what, content, expected) => {
    const { directory, path } = await folderWith(Buffer.concat(content));
    await expect(createFileStore({ sessionId: 's', directory })).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: expect.stringMatching(expected),
    });
    expect(await readFile(path)).toEqual(Buffer.concat(content));
    expect(await readdir(directory)).toEqual(['s.jsonl']);
    const reader = await createFileCatalog({ directory }).open('s');
    expect(reader.damage).toMatchObject([expect.stringMatching(expected)]);
    await expect(reader.claim!('me', 1_000)).rejects.toMatchObject({ code: 'CTX_STORE_FAILED' });
    await reader.close();
  });

  it('can be read except for the damaged lines', async () => {
    const { directory } = await folderWith(Buffer.concat([lines[0]!, Buffer.from('{"seq":3,\n'), lines[2]!]));
    const reader = await createFileCatalog({ directory }).open('s');
    expect(await contentsOf(reader)).toEqual(['Zahl 1 ü🙂', 'Zahl 3 ü🙂']);
    // Now the lines are read from the file, not from memory.
    expect(await contentsOf(reader)).toEqual(['Zahl 1 ü🙂', 'Zahl 3 ü🙂']);
    await reader.close();
  });

  it('is read without repeating lines, and with the lines after a gap', async () => {
    const again = line(4, message(2), message(3));
    const { directory } = await folderWith(Buffer.concat([...lines, lines[2]!, again, line(9, message(9))]));
    const reader = await createFileCatalog({ directory }).open('s');
    expect(await contentsOf(reader)).toEqual(['Zahl 1 ü🙂', 'Zahl 2 ü🙂', 'Zahl 3 ü🙂', 'Zahl 9 ü🙂']);
    expect(reader.damage).toHaveLength(3);
    await reader.close();
  });

  it('is not damaged further by the gap after a damaged line', async () => {
    const { directory } = await folderWith(Buffer.concat([lines[0]!, Buffer.from('{"seq":x\n'), lines[2]!]));
    const reader = await createFileCatalog({ directory }).open('s');
    expect(reader.damage).toHaveLength(1);
    await reader.close();
  });

  it.each([
    [1, ''],
    [2, ' 1 more line is damaged.'],
    [3, ' 2 more lines are damaged.'],
  ])('with %d damaged lines is refused with their number and advice', async (count, more) => {
    const bad = Array.from({ length: count }, () => Buffer.from('{"seq":x\n'));
    const { directory, path } = await folderWith(Buffer.concat([lines[0]!, ...bad]));
    await expect(createFileStore({ sessionId: 's', directory })).rejects.toMatchObject({
      message:
        `${path}:2 is not a line of a session log.${more} ` +
        `Restore the file from a backup, or save its undamaged records as a new session: ctx repair ${path}`,
    });
  });
});

describe('a log of another version', () => {
  it('that is older can be continued, with a note and with checksums for new lines', async () => {
    const old: SessionRecord = { type: 'session-start', version: 1, sessionId: 's', team: 'Crew', at: 1 };
    const { directory, path } = await folderWith(Buffer.concat([oldLine(2, old, message(1)), oldLine(3, message(2))]));
    const store = await createFileStore({ sessionId: 's', directory });
    expect(store.notes).toEqual([
      `${path} was started by an older ctx: the first 2 lines cannot be checked for damage.`,
    ]);
    await store.append([message(3)], { expectedSeq: 3, operationId: 'x' });
    await store.close();
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')[2]).toMatch(/,"sum":"[0-9a-f]{8}"\}$/);
    const again = await createFileStore({ sessionId: 's', directory });
    expect(await contentsOf(again)).toHaveLength(3);
    await again.close();
  });

  it('that is older is read with a note, and has no torn end', async () => {
    const old: SessionRecord = { type: 'session-start', version: 1, sessionId: 's', team: 'Crew', at: 1 };
    const { directory, path } = await folderWith(oldLine(1, old));
    const reader = await createFileCatalog({ directory }).open('s');
    expect(reader.notes).toEqual([`${path} was started by an older ctx: the first line cannot be checked for damage.`]);
    await reader.close();
  });

  it('that is newer is refused, for reading too', async () => {
    const newer = { ...start, version: 9 } as unknown as SessionRecord;
    const { directory, path } = await folderWith(line(1, newer));
    const refusal = {
      code: 'CTX_STORE_FAILED',
      message: `${path} was written by a newer ctx: its log has version 9, this one reads up to 2. Update ctx.`,
    };
    await expect(createFileStore({ sessionId: 's', directory })).rejects.toMatchObject(refusal);
    await expect(createFileCatalog({ directory }).open('s')).rejects.toMatchObject(refusal);
  });
});
