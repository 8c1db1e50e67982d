import type { AgentEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { namedPaths } from './named-paths.ts';
import { createEvidenceCollector } from './turn-evidence.ts';

const call = (id: string, name: string, input: unknown): AgentEvent => ({ type: 'tool-call', id, name, input });
const result = (id: string, isError = false): AgentEvent => ({ type: 'tool-result', id, output: '', isError });

/** A collector whose clock shows 100 at first and 100 more at each event. */
function collectorOf(events: readonly AgentEvent[], permissions: 'read-only' | 'edit' = 'edit') {
  let now = 100;
  const collector = createEvidenceCollector({ permissions }, () => now);
  for (const event of events) {
    now += 100;
    collector.note(event);
  }
  now = 1_000;
  return collector.evidence();
}

describe('the evidence of a turn', () => {
  it('is what its edits named and when its commands ran', () => {
    const edit = [call('1', 'Edit', { file_path: '/w/a.txt' }), result('1')];
    const command = [call('2', 'Bash', { command: 'make' }), result('2', true)];
    expect(collectorOf([...edit, ...command])).toEqual({
      paths: new Set(['/w/a.txt']),
      commands: [{ from: 400, to: 500 }],
    });
  });

  it('is nothing for a member that may only read', () => {
    const events = [call('1', 'Write', { file_path: 'a' }), result('1'), call('2', 'Bash', { command: 'make' })];
    expect(collectorOf(events, 'read-only')).toEqual({ paths: new Set(), commands: [] });
  });

  it('is not an edit that failed, nor a file that was only read; a call without a result counts until the end', () => {
    const failed = [call('1', 'Write', { file_path: 'a' }), result('1', true)];
    const read = [call('2', 'Read', { file_path: 'b' }), result('2')];
    expect(collectorOf([...failed, ...read])).toEqual({ paths: new Set(), commands: [] });
    const cut = [call('3', 'Write', { file_path: 'c' }), call('4', 'Bash', { command: 'make' })];
    expect(collectorOf(cut)).toEqual({ paths: new Set(['c']), commands: [{ from: 300, to: 1_000 }] });
  });

  it('is not a command that was not allowed to run, but one that ran and failed', () => {
    const denial: AgentEvent = { type: 'notice', kind: 'permission-denied', message: 'Bash: no' };
    const denied = [call('1', 'Bash', { command: 'rm a' }), denial, result('1', true)];
    const failed = [call('2', 'Bash', { command: 'make' }), result('2', true)];
    expect(collectorOf([...denied, ...failed]).commands).toEqual([{ from: 500, to: 600 }]);
  });

  it('is the rest of the turn for a command left running in the background', () => {
    const events = [call('1', 'Bash', { command: 'serve', run_in_background: true }), result('1')];
    expect(collectorOf(events).commands).toEqual([{ from: 200, to: 1_000 }]);
  });

  it('is nothing for a program that reports no tool calls', () => {
    expect(collectorOf([{ type: 'text', text: 'Done.' }])).toEqual({ paths: new Set(), commands: [] });
  });
});

describe('the paths that an edit names', () => {
  it.each([
    ['claude', { file_path: '/w/a.txt', old_string: 'x', new_string: 'b.txt' }, ['/w/a.txt']],
    ['codex', { changes: [{ path: 'a.txt', kind: 'add' }, { path: 'b.txt' }] }, ['a.txt', 'b.txt']],
    ['gemini', { file_path: 'a.txt', content: 'b.txt' }, ['a.txt']],
    ['opencode', { filePath: 'a.txt', newString: 'b.txt' }, ['a.txt']],
    ['an MCP server that moves files', { source: 'a.txt', destination: 'b.txt' }, ['a.txt', 'b.txt']],
    ['an MCP server with a list', { paths: ['a.txt', 'b.txt'] }, ['a.txt', 'b.txt']],
    ['apply_patch', '*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-x\n', ['a.txt', 'b.txt']],
    ['nothing', undefined, []],
  ])('are found for %s', (_, input, paths) => expect(namedPaths(input)).toEqual(paths));
});
