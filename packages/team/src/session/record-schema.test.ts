import { describe, expect, it } from 'vitest';
import { recordProblem } from './record-schema.ts';

const at = 1;
const speaker = { roleId: 'a', roleName: 'A', type: 'human' };
const message = {
  id: 'msg-1',
  content: 'Hello',
  speaker,
  routing: { resolvedAddressees: ['b'] },
  metadata: {},
};
const call = { id: 'call-1', member: 'a', replyTo: 'msg-1', intent: 'P1', byHuman: true };
const floor = { member: 'a', reason: 'called', note: 'n' };
const lost = { turn: 'turn-1', call, upTo: 'msg-1', attempt: 1, marker: 'm' };

/** A record of each type with all the fields that are checked. */
const RECORDS = [
  {
    type: 'session-start',
    version: 1,
    sessionId: 's',
    team: 't',
    members: [{ id: 'a', name: 'A', type: 'ai', agentType: 'codex' }],
    hmac: 'h',
    at,
  },
  { type: 'message', message, turn: 'turn-1', at },
  { type: 'task', task: 'Do it.', by: 'a', at },
  { type: 'queue', added: [call], removed: ['call-1'], at },
  {
    type: 'prompt-settings',
    member: 'a',
    agentType: 'codex',
    systemInstruction: 's',
    instructionFileText: 'i',
    windowSize: 0,
    maxBytes: 0,
    maxTokens: 0,
    tokenCounter: 'c',
    maxMessages: 0,
    guarded: true,
    stripping: 'strict',
    at,
  },
  {
    type: 'limits',
    limits: { costUsd: 1, tokens: 10, minutes: 5 },
    teamLimits: { costUsd: 1, tokens: 10, minutes: 5 },
    at,
  },
  {
    type: 'native-session',
    member: 'a',
    session: { sessionId: 's', seenUpTo: 'msg-1', basis: { agentType: 'codex' } },
    at,
  },
  {
    type: 'turn-start',
    turn: 'turn-1',
    call,
    upTo: 'msg-1',
    repliesInRow: 0,
    attempt: 1,
    marker: 'm',
    promptHash: 'p',
    since: 'msg-1',
    taskKnown: true,
    keepFrom: 'msg-1',
    at,
  },
  {
    type: 'turn-end',
    turn: 'turn-1',
    member: 'a',
    status: 'completed',
    durationMs: 1,
    usage: { inputTokens: 1, cachedInputTokens: 1, outputTokens: 1, reasoningTokens: 1 },
    costUsd: 0.5,
    error: { code: 'c', message: 'm' },
    receipt: {
      maxBytes: 1,
      usedBytes: 1,
      sections: [{ name: 'n', bytes: 1 }],
      context: { offered: 1, kept: 1, dropped: 0, known: 0, outside: 0, firstKeptId: 'msg-1' },
      message: { id: 'msg-1', bytes: 1, cutBytes: 0, newer: 0 },
      tokens: { max: 1, used: 1, counter: 'c' },
      memory: { mode: 'full', reason: 'no-session', since: 'msg-1', fullBytes: 1, sharedPrefixBytes: 0 },
    },
    messageId: 'msg-1',
    repliesInRow: 0,
    trail: [{ tool: 't', line: 'l', ended: 'e' }],
    changes: {
      files: [{ path: 'p', status: 'added', added: 1, removed: 1 }],
      filesCut: 1,
      patch: 'p',
      patchCutBytes: 1,
      sharedWith: ['turn-2'],
      unknown: 'u',
    },
    at,
  },
  { type: 'undo', turn: 'turn-1', undone: true, files: ['a.ts'], at },
  { type: 'floor', ...floor, call, at },
  {
    type: 'snapshot',
    snapshot: {
      version: 1,
      context: { messages: [message], teamTask: 't' },
      queue: [call],
      interrupted: 0,
      repliesInRow: 0,
      lost: [lost],
      floor,
      turnsSinceHuman: 0,
      lastTurn: 0,
      lastCall: 0,
    },
    at,
  },
];

/** The paths of all values below an object, such as `message.speaker.type`. */
function pathsIn(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = `${before}${key}`;
    return typeof inner === 'object' && inner !== null ? [path, ...pathsIn(inner, `${path}.`)] : [path];
  });
}

/** A copy of a record with another value at a path. */
function withValue(record: object, path: string, value: unknown): { readonly type: string } {
  const copy = JSON.parse(JSON.stringify(record)) as Record<string, unknown>;
  const keys = path.split('.');
  let place = copy;
  for (const key of keys.slice(0, -1)) place = place[key] as Record<string, unknown>;
  place[String(keys.at(-1))] = value;
  return copy as { readonly type: string };
}

const CHECKED = RECORDS.map(({ type, ...rest }) => [type, { type, ...rest }, pathsIn(rest)] as const);

describe.each(CHECKED)('a record of the type %s', (type, record, paths) => {
  it('is right with all its fields', () => {
    expect(recordProblem(record)).toBeUndefined();
  });

  // These may be any object.
  const isFree = (path: string) =>
    /(?:metadata|routing|usage|limits|receipt\.(?:context|message|tokens|memory))$/i.test(path);

  it.each(paths.filter((path) => !isFree(path)))('is wrong if its %s is something else', (path) => {
    const problem = recordProblem(withValue(record, path, { wrong: true }));
    expect(problem).toContain(`its ${type} record has a wrong "${path}`);
  });
});

describe('a record', () => {
  it.each([
    ['message.id', ''],
    ['message.speaker.roleId', ''],
    ['message.speaker.roleTitle', 7],
    ['message.timestamp', true],
    ['message.timestamp', null],
    ['message.timestamp', []],
  ])('of a message that core would not store is wrong: %s', (path, value) => {
    expect(problemOf('message', path, value)).toBe(`its message record has a wrong "${path}"`);
  });

  it.each([5, '2026-11-19T05:00:00Z'])('of a message may have the time %j', (value) => {
    expect(problemOf('message', 'message.timestamp', value)).toBeUndefined();
  });

  const problemOf = (type: string, path: string, value: unknown) =>
    recordProblem(withValue(RECORDS.find((record) => record.type === type) ?? {}, path, value));

  it.each([
    ['session-start', 'members', undefined],
    ['session-start', 'hmac', undefined],
    ['message', 'message.routing', undefined],
    ['message', 'message.routing.resolvedAddressees', undefined],
    ['message', 'message.metadata', undefined],
    ['message', 'turn', undefined],
    ['task', 'task', null],
    ['task', 'by', undefined],
    ['queue', 'added', undefined],
    ['queue', 'removed', undefined],
    ['prompt-settings', 'windowSize', undefined],
    ['prompt-settings', 'maxTokens', undefined],
    ['prompt-settings', 'maxMessages', undefined],
    ['limits', 'limits.tokens', undefined],
    ['limits', 'teamLimits.costUsd', undefined],
    ['native-session', 'session', undefined],
    ['turn-start', 'attempt', undefined],
    ['turn-start', 'taskKnown', undefined],
    ['turn-end', 'usage', undefined],
    ['turn-end', 'usage.inputTokens', undefined],
    ['turn-end', 'costUsd', undefined],
    ['turn-end', 'error', undefined],
    ['turn-end', 'receipt', undefined],
    ['turn-end', 'repliesInRow', undefined],
    ['turn-end', 'trail', undefined],
    ['turn-end', 'changes', undefined],
    ['floor', 'call', undefined],
    ['floor', 'note', undefined],
    ['snapshot', 'snapshot.context.teamTask', null],
    ['snapshot', 'snapshot.interrupted', undefined],
    ['snapshot', 'snapshot.lost', undefined],
    ['snapshot', 'snapshot.floor', undefined],
  ])('of the type %s may have %s as %s', (type, path, value) => {
    expect(problemOf(type, path, value)).toBeUndefined();
  });

  it.each([
    ['message', 'message.speaker.type', ['human', 'ai', 'system']],
    ['message', 'message.metadata', [{}, { status: 'failed' }]],
    ['session-start', 'members.0.type', ['human', 'ai']],
    ['queue', 'added.0.intent', ['P1', 'P2', 'P3']],
    ['floor', 'reason', ['called', 'queue-empty', 'max-turns', 'limit']],
    ['prompt-settings', 'stripping', ['lenient', 'strict']],
    ['turn-end', 'status', ['completed', 'failed', 'cancelled', 'timed-out', 'unknown']],
  ])('of the type %s may have each of these as %s: %j', (type, path, values) => {
    for (const value of values) expect(problemOf(type, path, value)).toBeUndefined();
    expect(problemOf(type, path, 'other')).toBe(`its ${type} record has a wrong "${path}"`);
  });

  it.each([
    ['session-start', 'version', 0],
    ['limits', 'limits.tokens', -1],
    ['limits', 'teamLimits', 7],
    ['turn-start', 'attempt', 0],
    ['turn-start', 'repliesInRow', -1],
    ['snapshot', 'snapshot.version', 2],
    ['snapshot', 'snapshot.lost.0.attempt', 0],
  ])('of the type %s must not have %s as %s', (type, path, value) => {
    expect(problemOf(type, path, value)).toBe(`its ${type} record has a wrong "${path}"`);
  });

  it('of an unknown type is left to later versions', () => {
    expect(recordProblem({ type: 'something-new' })).toBeUndefined();
    expect(recordProblem({ type: 'toString' })).toBeUndefined();
  });

  it('must be an object', () => {
    for (const value of ['text', null, undefined, 7]) {
      expect(recordProblem(value as unknown as { type: string })).toBe('it is not a record');
    }
  });
});
