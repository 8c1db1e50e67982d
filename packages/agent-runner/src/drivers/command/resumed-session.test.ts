import type { TurnInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { claude } from '../claude/claude-driver.ts';
import { codex } from '../codex/codex-driver.ts';
import { gemini } from '../gemini/gemini-driver.ts';
import { command } from './command-driver.ts';

const PLACE = { cwd: '/work', realCwd: '/work' };
const output = { format: 'jsonl', text: { path: 'text' }, sessionId: { path: 'session' } } as const;
const agent = command({ file: 'agent', resumeFlag: '--resume', output });
const INPUT: TurnInput = { prompt: 'Hello', permissions: 'unrestricted' };
const resuming = (sessionId: string): TurnInput => ({ ...INPUT, resume: { sessionId } });

function resultOf(input: TurnInput, ...lines: readonly Readonly<Record<string, unknown>>[]) {
  const parser = agent.createParser(input);
  for (const line of lines) parser.json?.(line);
  return parser.finish({ exitCode: 0, signal: null, stderr: '' });
}

describe('a command that can resume', () => {
  it('keeps its sessions, and gets the id of the one to resume', () => {
    expect(agent.sessions).toBe('keep');
    expect(agent.command(resuming('s-1'), PLACE)).toMatchObject({ args: ['--resume', 's-1'] });
    expect(resultOf(resuming('s-1'), { session: 's-1', text: 'Again.' })).toMatchObject({
      status: 'completed',
      sessionId: 's-1',
    });
  });

  it.each([
    ['another session', [{ session: 's-2', text: 'Who are you?' }]],
    ['no session', [{ text: 'Who are you?' }]],
  ])('fails when it reports %s', (_how, lines) => {
    const result = resultOf(resuming('s-1'), ...lines);
    expect(result).toMatchObject({ status: 'failed', error: { code: 'CTX_AGENT_SESSION_LOST' } });
    expect(result.sessionId).toBeUndefined();
  });

  it('says when it has ended, as in a new session', () => {
    const ending = command({
      file: 'agent',
      resumeFlag: '--resume',
      output: { ...output, end: { where: { end: true } } },
    });
    for (const input of [INPUT, resuming('s-1')]) {
      const parser = ending.createParser(input);
      parser.json?.({ session: 's-1', text: 'Again.' });
      expect(parser.ended).toBe(false);
      parser.json?.({ end: true });
      expect(parser.ended).toBe(true);
    }
  });

  it('keeps the reason of a turn that failed for another reason', () => {
    const parser = agent.createParser(resuming('s-1'));
    expect(parser.finish({ exitCode: 1, signal: null, stderr: '' })).toMatchObject({
      status: 'failed',
      error: { code: 'CTX_AGENT_FAILED' },
    });
  });

  it('keeps no sessions without a resumeFlag, or without output.sessionId', () => {
    expect(command({ file: 'agent', output }).sessions).toBeUndefined();
    expect(command({ file: 'agent', resumeFlag: '--resume' }).sessions).toBeUndefined();
    const { sessionId: _, ...without } = output;
    expect(command({ file: 'agent', resumeFlag: '--resume', output: without }).sessions).toBeUndefined();
    expect(resultOf(INPUT, { session: 's-9', text: 'New.' })).toMatchObject({ status: 'completed', sessionId: 's-9' });
  });
});

describe('permissions "unrestricted"', () => {
  it('are refused by every agent that can enforce permissions', () => {
    const limited = command({ file: 'agent', permissionArgs: { 'read-only': [], edit: ['-w'] } });
    for (const driver of [claude(), codex(), gemini(), limited]) {
      expect(() => driver.command(INPUT, PLACE)).toThrow(/programs that cannot be limited/);
    }
    expect(limited.command({ ...INPUT, permissions: 'edit' }, PLACE).args).toEqual(['-w']);
    expect(command({ file: 'agent' }).command(INPUT, PLACE).args).toEqual([]);
  });
});
