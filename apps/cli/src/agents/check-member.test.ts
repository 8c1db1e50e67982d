import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENT_CLIS, type ProbeResult } from '@ctx/agent-runner';
import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { checkMember } from './check-member.ts';
import type { ProbedCli } from './probed-clis.ts';

const probed = (facts: Partial<ProbeResult>): ProbedCli[] =>
  AGENT_CLIS.map((cli) => ({
    ...cli,
    found: {
      agentType: cli.agentType,
      installed: true,
      signedIn: 'yes',
      signedInBy: '',
      installCommand: 'npm i -g it',
      ...facts,
    },
  }));

function member(fields: Record<string, unknown>) {
  const [only] = parseTeam(JSON.stringify({ name: 't', members: [{ id: 'x', type: 'ai', ...fields }] })).members;
  if (only?.type !== 'ai') throw new Error('no agent');
  return only;
}

describe('the check of a member', () => {
  it('passes if the CLI is installed, and signed in or possibly so', async () => {
    expect(await checkMember(member({ agentType: 'codex' }), probed({}), {})).toEqual([]);
    expect(await checkMember(member({ agentType: 'codex' }), probed({ signedIn: 'unknown' }), {})).toEqual([]);
  });

  it('names an instruction file that is missing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ctx-instructions-'));
    const instructionFile = join(folder, 'RULES.md');
    const codex = member({ agentType: 'codex', instructionFile });
    expect(await checkMember(codex, probed({}), {})).toEqual([
      `There is no file ${instructionFile}. Create it, or correct instructionFile in the team file.`,
    ]);
    await writeFile(instructionFile, 'Be kind.');
    expect(await checkMember(codex, probed({}), {})).toEqual([]);
  });

  it('names the command that installs a CLI or signs in to it', async () => {
    const claude = member({ agentType: 'claude' });
    expect(await checkMember(claude, probed({ installed: false }), {})).toEqual([
      'Claude Code is not installed. Run: npm i -g it',
    ]);
    expect(await checkMember(claude, probed({ signedIn: 'no' }), {})).toEqual([
      'Nobody is signed in to Claude Code. Run: claude auth login',
    ]);
  });

  it('needs no sign-in to Codex for another model provider', async () => {
    const own = member({ agentType: 'codex', args: ['-c', 'model_provider=mine'] });
    expect(await checkMember(own, probed({ signedIn: 'no' }), {})).toEqual([]);
    expect(await checkMember(own, probed({ installed: false }), {})).toHaveLength(1);
    const other = member({ agentType: 'codex', args: ['-c', 'model=gpt-5.5'] });
    expect(await checkMember(other, probed({ signedIn: 'no' }), {})).toHaveLength(1);
  });

  it('looks for the program of a command member', async () => {
    const found = member({ agentType: 'command', command: process.execPath });
    expect(await checkMember(found, [], {})).toEqual([]);
    const lost = member({ agentType: 'command', command: ['no-such-program', '-x'] });
    expect((await checkMember(lost, [], { PATH: '/usr/bin:/bin' }))[0]).toContain('no-such-program was not found');
  });

  it('says whether a program with a path is missing or only not executable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ctx-check-member-'));
    const script = join(folder, 'agent.sh');
    const scripted = { ...member({ agentType: 'command', command: './agent.sh' }), cwd: folder };
    expect(await checkMember(scripted, [], {})).toEqual([
      `The program ${script} was not found. A path in command starts at the member's cwd, by default where ctx runs.`,
    ]);
    await writeFile(script, '#!/bin/sh\n', { mode: 0o644 });
    expect(await checkMember(scripted, [], {})).toEqual([
      `The program ./agent.sh is not executable. Run: chmod +x ${script}`,
    ]);
    await chmod(script, 0o755);
    expect(await checkMember(scripted, [], {})).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('requires a key for a vendor’s API, but not for another server', async () => {
    const vendor = member({ agentType: 'openai-api', model: 'm' });
    expect(await checkMember(vendor, [], {})).toEqual(['No key for the API. Set OPENAI_API_KEY.']);
    expect(await checkMember(vendor, [], { OPENAI_API_KEY: 'k' })).toEqual([]);
    const own = member({ agentType: 'openai-api', model: 'm', api: { baseUrl: 'http://127.0.0.1:1/v1' } });
    expect(await checkMember(own, [], {})).toEqual([]);
  });

  it('names variables that are not set', async () => {
    const wanting = member({ agentType: 'claude', env: ['MY_API_KEY'] });
    expect(await checkMember(wanting, probed({}), {})).toEqual([
      'Its env lists MY_API_KEY, which is not set. Set it, or remove it from the team file.',
    ]);
    const two = member({ agentType: 'claude', env: ['KEY_A', 'KEY_B'] });
    expect((await checkMember(two, probed({}), {}))[0]).toContain('KEY_A, KEY_B, which are not set. Set them,');
  });

  it('names a working folder that is missing', async () => {
    const lost = { ...member({ agentType: 'codex' }), cwd: '/no/such/folder' };
    expect(await checkMember(lost, probed({}), {})).toEqual([
      'There is no folder /no/such/folder. Create it, or correct cwd in the team file.',
    ]);
  });
});
