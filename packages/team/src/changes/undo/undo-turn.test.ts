import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord, TurnResult, WorkTreeChanges } from '@ctx/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../session/memory-store.ts';
import {
  fingerprint,
  type Repository,
  removeTemporaryFolders,
  repositoryIn,
  temporaryFolder,
  WHOLE_TURN,
} from '../__fixtures__/repository.ts';
import { createChangeRecorder } from '../change-recorder.ts';
import { NO_EVIDENCE, type TurnEvidence } from '../turn-evidence.ts';
import { undoTurn } from './undo-turn.ts';

afterEach(removeTemporaryFolders);

function sample(): Repository {
  const top = temporaryFolder();
  const repository = repositoryIn(top);
  repository.write('a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
  repository.write('src/b.txt', 'b\n');
  repository.write('.gitignore', '*.log\n');
  repository.git('add', '-A');
  repository.git('commit', '-qm', 'first');
  return repository;
}

const placesOf = ({ top }: Repository) => ({ folder: join(top, '.ctx/changes'), userFolder: join(top, '.ctx/user') });

/** Records what `act` changes as a turn of a session. Returns a function that undoes it. */
async function work(
  repository: Repository,
  act: () => void,
  more: Partial<WorkTreeChanges> = {},
  { evidence = WHOLE_TURN, status = 'completed' }: { evidence?: TurnEvidence; status?: TurnResult['status'] } = {},
) {
  const recording = await createChangeRecorder(placesOf(repository)).begin(
    { id: 'turn-1', sessionId: 's' },
    repository.top,
  );
  act();
  const changes = { ...(await recording.end(evidence)), ...more };
  const store = createMemoryStore();
  const speaker = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;
  const records: SessionRecord[] = [
    { type: 'session-start', version: 2, sessionId: 's', team: 't', at: 1 },
    { type: 'message', message: { id: 'msg-7', content: 'Done.', speaker }, turn: 'turn-1', at: 2 },
    { type: 'turn-end', turn: 'turn-1', member: 'max', status, durationMs: 1, changes, at: 2 },
  ];
  await store.append(records, { expectedSeq: 0, operationId: '1' });
  const undo = (options: { force?: boolean; cwd?: string } = {}) =>
    undoTurn({ store, turn: 'turn-1', cwd: repository.top, ...placesOf(repository), ...options });
  const log = async () => {
    const all: SessionRecord[] = [];
    for await (const { record } of store.read()) all.push(record);
    return all;
  };
  return { changes, undo, log };
}

/** Mode and content of all files, without their times. */
function contentOf(repository: Repository): Record<string, string> {
  const files = Object.entries(fingerprint(repository.top)).filter(([path]) => !path.startsWith('.git/'));
  return Object.fromEntries(files.map(([path, found]) => [path, found.replace(/ [\d.]+ /, ' ')]));
}

describe('undoing a turn', () => {
  it('restores every kind of file, and a second call redoes the changes', async () => {
    const repository = sample();
    const at = (path: string) => join(repository.top, path);
    repository.write('pic.png', new Uint8Array([0, 1, 2, 255, 10]));
    repository.write('tool.sh', 'echo\r\n');
    repository.write('gone/deep/c.txt', 'c\n');
    repository.write('was-file', 'file\n');
    repository.write('was-folder/x', 'x\n');
    repository.write('.gitattributes', '* text=auto eol=crlf\n');
    repository.write('old name ü.txt', 'same\n');
    symlinkSync('a.txt', at('link'));
    symlinkSync('nowhere', at('link-to-file'));
    chmodSync(at('a.txt'), 0o640);
    const before = contentOf(repository);
    const { undo, log } = await work(repository, () => {
      repository.write('a.txt', 'one\nTWO\n');
      repository.write('pic.png', new Uint8Array([255, 0, 13, 10]));
      chmodSync(at('tool.sh'), 0o755);
      rmSync(at('gone'), { recursive: true });
      unlinkSync(at('was-file'));
      repository.write('was-file/inside', 'now a folder\n');
      rmSync(at('was-folder'), { recursive: true });
      repository.write('was-folder', 'now a file\n');
      renameSync(at('old name ü.txt'), at('new\nname.txt'));
      unlinkSync(at('link'));
      symlinkSync('/etc/passwd', at('link'));
      unlinkSync(at('link-to-file'));
      repository.write('link-to-file', 'no link any more\n');
      repository.write('new/deep/file.txt', 'new\n');
      repository.write('empty', '');
    });
    const after = contentOf(repository);
    const git = fingerprint(at('.git'));
    expect(await undo()).toMatchObject({ undone: true });
    expect(contentOf(repository)).toEqual(before);
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o640);
    expect(await undo()).toMatchObject({ undone: false });
    expect(contentOf(repository)).toEqual(after);
    await undo();
    expect(contentOf(repository)).toEqual(before);
    expect(fingerprint(at('.git'))).toEqual(git);
    expect((await log()).filter(({ type }) => type === 'undo')).toMatchObject([
      { turn: 'turn-1', undone: true },
      { undone: false },
      { undone: true },
    ]);
    expect(Object.keys(fingerprint(at('.ctx'))).filter((path) => path.includes('undo-'))).toEqual([]);
  });

  it('writes a record and a message for the members to the log', async () => {
    const repository = sample();
    const { undo, log } = await work(repository, () => repository.write('a.txt', 'x\n'));
    await undo();
    await undo();
    expect((await log()).slice(3)).toMatchObject([
      { type: 'undo', turn: 'turn-1', undone: true, files: ['a.txt'] },
      {
        type: 'message',
        message: {
          id: 'msg-8',
          content: 'The changes of Max in turn-1 were undone: a.txt.',
          speaker: { type: 'system' },
        },
      },
      { type: 'undo', undone: false },
      { type: 'message', message: { id: 'msg-9', content: 'The changes of Max in turn-1 were redone: a.txt.' } },
    ]);
  });

  it('keeps later changes in other lines of the same file', async () => {
    const repository = sample();
    const { undo } = await work(repository, () =>
      repository.write('a.txt', 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\n'),
    );
    repository.write('a.txt', 'ONE\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n');
    chmodSync(join(repository.top, 'a.txt'), 0o755);
    repository.write('unrelated', 'x');
    await undo();
    expect(repository.read('a.txt')).toBe('one\ntwo\nthree\nfour\nfive\nsix\nSEVEN\n');
    expect(statSync(join(repository.top, 'a.txt')).mode & 0o111).toBe(0o111);
  });

  it.each<[string, (repository: Repository, at: (path: string) => string) => void]>([
    ['the same lines', (repository) => repository.write('a.txt', 'me too\n')],
    ['a file that is gone', (_, at) => unlinkSync(at('a.txt'))],
    [
      'a folder in its place',
      (_, at) => {
        unlinkSync(at('a.txt'));
        mkdirSync(at('a.txt'));
      },
    ],
    [
      'a link in its place',
      (_, at) => {
        unlinkSync(at('a.txt'));
        symlinkSync('src/b.txt', at('a.txt'));
      },
    ],
    ['binary content', (repository) => repository.write('a.txt', new Uint8Array([0, 1, 0, 2]))],
  ])('is refused for %s: the error names the file, and nothing is changed', async (_, act) => {
    const repository = sample();
    const { undo, log } = await work(repository, () => {
      repository.write('a.txt', 'x\n');
      repository.write('src/b.txt', 'x\n');
    });
    act(repository, (path) => join(repository.top, path));
    const before = fingerprint(repository.top);
    await expect(undo()).rejects.toMatchObject({
      code: 'CTX_UNDO_REFUSED',
      message: expect.stringMatching(/: a\.txt\. /),
    });
    expect(fingerprint(repository.top)).toEqual(before);
    expect(await log()).toHaveLength(3);
  });

  it('does not write through a link out of the tree', async () => {
    const repository = sample();
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'b.txt'), 'x\n');
    const { undo } = await work(repository, () => repository.write('src/b.txt', 'x\n'));
    rmSync(join(repository.top, 'src'), { recursive: true });
    symlinkSync(outside, join(repository.top, 'src'));
    await expect(undo()).rejects.toMatchObject({ code: 'CTX_UNDO_REFUSED' });
    expect(readFileSync(join(outside, 'b.txt'), 'utf8')).toBe('x\n');
    expect(readlinkSync(join(repository.top, 'src'))).toBe(outside);
  });

  it('is all or nothing when a file cannot be put in place', async () => {
    const repository = sample();
    const { undo } = await work(repository, () => {
      repository.write('a.txt', 'x\n');
      rmSync(join(repository.top, 'src'), { recursive: true });
    });
    // A file now has the path of the removed folder.
    repository.write('src', 'a file now\n');
    const before = fingerprint(repository.top);
    await expect(undo()).rejects.toMatchObject({ code: 'CTX_UNDO_REFUSED' });
    const after = fingerprint(repository.top);
    expect(after).toEqual(before);
  });

  it('is refused for a turn that shared its tree, unless it is forced', async () => {
    const repository = sample();
    const { undo } = await work(repository, () => repository.write('a.txt', 'x\n'), { sharedWith: ['turn-2'] });
    await expect(undo()).rejects.toThrow(/together with turn-2.*--force/);
    expect(await undo({ force: true })).toEqual({ undone: true, files: ['a.txt'] });
  });

  it('leaves alone what changed meanwhile, not known by whom, there and back', async () => {
    const repository = sample();
    const edit = { paths: new Set(['a.txt', 'new.txt']), commands: [] };
    const act = () => {
      repository.write('a.txt', 'one\n');
      repository.write('new.txt', 'x\n');
      repository.write('src/b.txt', 'saved by a person\n');
      repository.write('notes.txt', 'saved by a person\n');
    };
    const { undo } = await work(repository, act, {}, { evidence: edit });
    const after = contentOf(repository);
    expect(await undo()).toEqual({ undone: true, files: ['a.txt', 'new.txt'] });
    expect(repository.read('a.txt')).toMatch(/^one\ntwo\n/);
    expect(repository.read('src/b.txt')).toBe('saved by a person\n');
    expect(repository.read('notes.txt')).toBe('saved by a person\n');
    await undo();
    expect(contentOf(repository)).toEqual(after);
  });

  it('is refused when only others changed something', async () => {
    const repository = sample();
    const act = () => repository.write('a.txt', 'saved by a person\n');
    const { undo } = await work(repository, act, {}, { evidence: NO_EVIDENCE });
    await expect(undo({ force: true })).rejects.toThrow(
      'turn-1 changed nothing that is known to be its own. What changed meanwhile, not known by whom, stays.',
    );
    expect(repository.read('a.txt')).toBe('saved by a person\n');
  });

  it('takes back all that changed since a turn that was cut off, only if it is forced', async () => {
    const repository = sample();
    const act = () => repository.write('a.txt', 'x\n');
    const { undo } = await work(repository, act, {}, { evidence: NO_EVIDENCE, status: 'unknown' });
    await expect(undo()).rejects.toThrow(
      "turn-1 was cut off, so what changed since may be anybody's. To undo all of it, use --force.",
    );
    expect(await undo({ force: true })).toEqual({ undone: true, files: ['a.txt'] });
  });

  it('undoes a turn that was cut off also before the session is resumed, and redoes it after', async () => {
    const repository = sample();
    const { before } = await createChangeRecorder(placesOf(repository)).begin(
      { id: 'turn-1', sessionId: 's' },
      repository.top,
    );
    repository.write('a.txt', 'x\n');
    repository.write('later.txt', 'made after the kill\n');
    const store = createMemoryStore();
    const call = { id: 'call-1', member: 'max', replyTo: 'msg-1', intent: 'P2', byHuman: true } as const;
    const start = { type: 'turn-start', turn: 'turn-1', call, upTo: 'msg-1', repliesInRow: 1, at: 2 } as const;
    const records: SessionRecord[] = [
      { type: 'session-start', version: 2, sessionId: 's', team: 't', at: 1 },
      { ...start, tree: before },
      { ...start, turn: 'turn-2' },
    ];
    await store.append(records, { expectedSeq: 0, operationId: '1' });
    const undo = (turn: string, force = false) =>
      undoTurn({ store, turn, force, cwd: repository.top, ...placesOf(repository) });
    await expect(undo('turn-1')).rejects.toThrow("turn-1 was cut off, so what changed since may be anybody's.");
    expect(await undo('turn-1', true)).toEqual({ undone: true, files: ['a.txt', 'later.txt'] });
    expect(repository.read('a.txt')).toMatch(/^one\ntwo\n/);
    // A resume ends the turn, and what it sees is already undone.
    const end = { type: 'turn-end', turn: 'turn-1', member: 'max', status: 'unknown', durationMs: 1, at: 3 } as const;
    const changes = { files: [], before, after: before };
    await store.append([{ ...end, changes }], { expectedSeq: 5, operationId: '2' });
    expect(await undo('turn-1', true)).toEqual({ undone: false, files: ['a.txt', 'later.txt'] });
    expect(repository.read('later.txt')).toBe('made after the kill\n');
    await expect(undo('turn-2', true)).rejects.toThrow('It is not known what turn-2 changed: nobody recorded it.');
    await expect(undo('turn-3')).rejects.toThrow('This session has no turn turn-3.');
  });

  it('is refused when the changes are unknown or empty, or the snapshot is not there', async () => {
    const repository = sample();
    const nothing = await work(repository, () => {});
    await expect(nothing.undo()).rejects.toThrow('turn-1 changed nothing.');
    const unknown = await work(repository, () => {}, { before: undefined, unknown: 'no git' });
    await expect(unknown.undo()).rejects.toThrow('It is not known what turn-1 changed: no git.');
    const forged = await work(repository, () => {}, { before: '--output=/tmp/x', after: 'y' });
    await expect(forged.undo()).rejects.toThrow('The log has no valid snapshot of turn-1.');
    const { undo } = await work(repository, () => repository.write('a.txt', 'x\n'));
    await expect(undo({ cwd: sample().top })).rejects.toThrow(/no snapshot of turn-1.*--cwd/);
  });

  it('never writes into .git, even if the snapshot was forged', async () => {
    const repository = sample();
    const { changes } = await work(repository, () => repository.write('a.txt', 'y\n'));
    // git's own index would refuse such a tree, so it is written as an object.
    const objects = Object.keys(fingerprint(join(repository.top, '.ctx/changes'))).find((path) =>
      /^[0-9a-f]{16}\/$/.test(path),
    )!;
    const make = (args: string[], input: string) =>
      execFileSync('git', args, {
        cwd: repository.top,
        input,
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'] ?? '',
          GIT_OBJECT_DIRECTORY: join(repository.top, '.ctx/changes', objects, 'objects'),
        },
      }).trim();
    const blob = make(['hash-object', '-w', '--stdin'], 'evil');
    for (const name of ['.git', '.GiT', 'git~1']) {
      const inner = make(['mktree'], `100644 blob ${blob}\tconfig\n`);
      const evil = make(['mktree'], `040000 tree ${inner}\t${name}\n`);
      const forged = await work(repository, () => {}, { before: evil, after: changes.after });
      await expect(forged.undo()).rejects.toMatchObject({ code: 'CTX_UNDO_REFUSED' });
    }
    expect(repository.read('.git/config')).not.toContain('evil');
  });

  it('restores a file of 100 MB exactly', async () => {
    const repository = sample();
    repository.write('big', 'begin');
    truncateSync(join(repository.top, 'big'), 100 * 1024 * 1024);
    const { undo } = await work(repository, () => repository.write('big', 'small now'));
    await undo();
    const { size } = statSync(join(repository.top, 'big'));
    expect({ size, begin: readFileSync(join(repository.top, 'big')).subarray(0, 6).toString() }).toEqual({
      size: 100 * 1024 * 1024,
      begin: 'begin\0',
    });
  }, 120_000);
});
