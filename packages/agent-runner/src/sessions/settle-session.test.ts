import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProcessDriver, TurnInput } from '@ctx/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../run/run.ts';

// An agent that keeps each session in a file. `NEXT` is the session its turn ends in; it writes the prompt to it.
const PROGRAM = `
  const fs = require('node:fs');
  const { HOMES, NEXT, FROM, OUTCOME, STORES } = process.env;
  const file = (id) => HOMES + '/2026/11/rollout-' + id + '.jsonl';
  let prompt = '';
  process.stdin.on('data', (text) => (prompt += text)).on('end', () => {
    const before = FROM && fs.existsSync(file(FROM)) ? fs.readFileSync(file(FROM), 'utf8') : '';
    if (STORES) fs.writeFileSync(file(NEXT), before + prompt + '\\n');
    console.log(OUTCOME);
  });`;

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'ctx-sessions-'));
  mkdirSync(path.join(home, '2026', '11'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const fileOf = (id: string) => path.join(home, '2026', '11', `rollout-${id}.jsonl`);

interface Ending {
  readonly next: string;
  readonly outcome?: 'completed' | 'failed';
  readonly forks?: boolean;
  readonly sessions?: 'keep' | 'fresh';
  readonly stores?: boolean;
}

function agent({ next, outcome = 'completed', forks = true, sessions = 'keep', stores = true }: Ending): ProcessDriver {
  return {
    kind: 'process',
    agentType: 'keeper',
    sessions,
    forks,
    sessionFolder: { folder: () => home, fileEnd: (id) => `-${id}.jsonl` },
    command: ({ prompt, resume }) => ({
      file: process.execPath,
      args: ['-e', PROGRAM],
      env: { HOMES: home, NEXT: next, FROM: resume?.sessionId, OUTCOME: outcome, STORES: stores ? '1' : '' },
      stdin: prompt,
    }),
    createParser: () => {
      let output = '';
      return {
        text: (line) => {
          output += line;
          return [];
        },
        finish: () =>
          output === 'completed'
            ? { status: 'completed', text: 'Done.', sessionId: next }
            : { status: 'failed', text: '', sessionId: next, error: { code: 'CTX_AGENT_FAILED', message: 'No.' } },
      };
    },
  };
}

const turn = (ending: Ending, input: Partial<TurnInput> = {}) =>
  run(agent(ending), { prompt: 'Hello.', permissions: 'read-only', session: 'keep', ...input });

describe('a session that is kept', () => {
  it('has a mark and can be resumed with it', async () => {
    const first = await turn({ next: 's1' });
    expect(first.sessionMark).toMatch(/^7-[0-9a-f]{64}$/);
    const second = await turn({ next: 's2' }, { resume: { sessionId: 's1', mark: first.sessionMark } });
    expect(second.status).toBe('completed');
    expect(readFileSync(fileOf('s2'), 'utf8')).toBe('Hello.\nHello.\n');
  });

  it.each([
    ['is gone', () => rmSync(fileOf('s1'))],
    ['was truncated', () => writeFileSync(fileOf('s1'), 'Hel')],
    ['was continued by somebody else', () => writeFileSync(fileOf('s1'), 'Hello.\nAnd more.\n')],
    ['was replaced by one of the same size', () => writeFileSync(fileOf('s1'), 'Hallo.\n')],
  ])('is lost when it %s, before anything is started', async (_how, lose) => {
    const { sessionMark: mark } = await turn({ next: 's1' });
    lose();
    const result = await turn({ next: 's2' }, { resume: { sessionId: 's1', mark } });
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_SESSION_LOST' } });
    expect(existsSync(fileOf('s2'))).toBe(false);
  });

  it('cannot be resumed when the agent has not stored it', async () => {
    const result = await turn({ next: 's1', stores: false });
    expect(result).toMatchObject({ status: 'completed' });
    expect(result).not.toHaveProperty('sessionId');
  });

  it('is removed when a copy has replaced it, and only then', async () => {
    await turn({ next: 's1' });
    await turn({ next: 's2', outcome: 'failed' }, { resume: { sessionId: 's1' } });
    expect([existsSync(fileOf('s1')), existsSync(fileOf('s2'))]).toEqual([true, false]);
    await turn({ next: 's3' }, { resume: { sessionId: 's1' } });
    expect([existsSync(fileOf('s1')), existsSync(fileOf('s3'))]).toEqual([false, true]);
  });

  it('stays when the agent continues it directly, whether the turn completes or not', async () => {
    await turn({ next: 's1', forks: false });
    await turn({ next: 's1', forks: false, outcome: 'failed' }, { resume: { sessionId: 's1' } });
    expect(existsSync(fileOf('s1'))).toBe(true);
  });

  it('is removed when the turn that replaces it has completed', async () => {
    await turn({ next: 's1' });
    await turn({ next: 's2', outcome: 'failed' }, { replaces: { sessionId: 's1' } });
    expect(existsSync(fileOf('s1'))).toBe(true);
    await turn({ next: 's3' }, { replaces: { sessionId: 's1' } });
    expect(existsSync(fileOf('s1'))).toBe(false);
  });
});

describe('a session to be replaced', () => {
  it('stays if somebody else has continued it', async () => {
    const { sessionMark: mark } = await turn({ next: 's1' });
    writeFileSync(fileOf('s1'), 'Hello.\nAnd what the user typed there.\n');
    await turn({ next: 's2' }, { replaces: { sessionId: 's1', mark } });
    expect(existsSync(fileOf('s1'))).toBe(true);
    const { sessionMark: ofSecond } = await turn({ next: 's3' });
    await turn({ next: 's4' }, { replaces: { sessionId: 's3', mark: ofSecond } });
    expect(existsSync(fileOf('s3'))).toBe(false);
  });
});

describe('a session that is not kept', () => {
  it('is removed after the turn if the agent always stores one', async () => {
    const result = await turn({ next: 's1', sessions: 'fresh' }, { session: 'discard' });
    expect(result.status).toBe('completed');
    expect(result).not.toHaveProperty('sessionMark');
    expect(existsSync(fileOf('s1'))).toBe(false);
  });
});
