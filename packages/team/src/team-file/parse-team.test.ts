import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTeam } from './parse-team.ts';
import type { AgentMember } from './team.ts';
import { TeamFileError } from './team-file-error.ts';

const MINIMAL = `name: pair
members:
  - id: alice
    type: human
  - id: sarah
    type: ai
    agentType: claude
`;

function problemsOf(text: string, file = 'ctx.team.yaml'): string[] {
  try {
    parseTeam(text, { file });
  } catch (error) {
    if (!TeamFileError.isInstance(error)) throw error;
    return error.problems.map(({ line, field, message }) => `${line ?? '-'} ${field}: ${message}`);
  }
  return [];
}

const agent = (fields: string) => `name: t
members:
  - id: sarah
    type: ai
    ${fields.split('\n').join('\n    ')}
`;

describe('parseTeam', () => {
  it('fills in every default', () => {
    const team = parseTeam(MINIMAL);
    expect(team).toMatchObject({ name: 'pair', maxTurns: 20, parallel: false, agentsMaySetTask: false });
    expect(team).toMatchObject({ briefing: true, guarded: true });
    expect(team.members[1]).toMatchObject({
      id: 'sarah',
      label: 'sarah',
      agentType: 'claude-code',
      permissions: 'read-only',
      env: [],
      args: [],
    });
  });

  it('reads JSON as well as YAML, tabs and a byte order mark included', () => {
    const json = JSON.stringify({ name: 'pair', members: [{ id: 'a', type: 'human' }] }, null, '\t');
    expect(parseTeam(`\uFEFF${json}`, { file: 'ctx.team.json' }).members).toHaveLength(1);
  });

  it('gives an agent 60 % of the known window of its model, unless the file says otherwise', () => {
    const budgets = (more: string) => {
      const [member] = parseTeam(`name: one\nmembers: [{ id: max, type: ai, agentType: codex${more} }]`).members;
      return (member as AgentMember).maxTokens;
    };
    expect(budgets(', model: gpt-4o')).toBe(76_800);
    expect(budgets(', model: gpt-4o, maxTokens: 9000')).toBe(9_000);
    expect(budgets(', model: our-own-model')).toBeUndefined();
    expect(budgets('')).toBeUndefined();
  });

  it('gives plain JSON data, so that a team can be sent to another machine', () => {
    const team = parseTeam(MINIMAL, { file: 'ctx.team.yaml' });
    expect(JSON.parse(JSON.stringify(team))).toEqual(team);
  });

  it('makes a command unrestricted without permissionArgs, and read-only with them', () => {
    const permissionsOf = (fields: string) => parseTeam(agent(`agentType: command\ncommand: x\n${fields}`)).members[0];
    expect(permissionsOf('cwd: .')).toMatchObject({ permissions: 'unrestricted' });
    expect(permissionsOf('permissions: full')).toMatchObject({ permissions: 'full' });
    expect(permissionsOf('permissionArgs: { read-only: [] }')).toMatchObject({ permissions: 'read-only' });
    expect(permissionsOf('permissions: edit\npermissionArgs: { edit: [--write] }')).toMatchObject({
      permissions: 'edit',
      permissionArgs: { edit: ['--write'] },
    });
  });

  it('joins a list of instruction lines', () => {
    const team = parseTeam(agent('agentType: codex\nsystemInstruction:\n  - one\n  - two'));
    expect(team.members[0]).toMatchObject({ systemInstruction: 'one\ntwo' });
  });

  it('resolves paths against the folder of the file', () => {
    const text = agent('agentType: codex\ninstructionFile: notes/AGENTS.md\ncwd: ../src');
    expect(parseTeam(text, { file: '/project/team/ctx.team.yaml' }).members[0]).toMatchObject({
      instructionFile: resolve('/project/team/notes/AGENTS.md'),
      cwd: resolve('/project/src'),
    });
  });

  it('accepts variables as names or as references', () => {
    expect(parseTeam(agent('agentType: codex\nenv: [A, B]')).members[0]).toMatchObject({
      env: [
        { name: 'A', from: 'A' },
        { name: 'B', from: 'B' },
      ],
    });
    expect(parseTeam(agent('agentType: codex\nenv:\n  A: $' + '{OTHER}')).members[0]).toMatchObject({
      env: [{ name: 'A', from: 'OTHER' }],
    });
  });

  it('labels a member with its display name, else its name, else its id', () => {
    const label = (fields: string) => parseTeam(agent(`agentType: codex\n${fields}`)).members[0]?.label;
    expect(label('role: finds causes')).toBe('sarah');
    expect(label('name: Sarah')).toBe('Sarah');
    expect(label('name: Sarah\ndisplayName: Sarah B.')).toBe('Sarah B.');
  });

  it('accepts another agent type if it has a command, or if the caller lists it', () => {
    expect(parseTeam(agent('agentType: aider\ncommand: [aider, -p]')).members[0]).toMatchObject({
      agentType: 'aider',
      command: ['aider', '-p'],
    });
    expect(parseTeam(agent('agentType: remote'), { agentTypes: ['remote'] }).members).toHaveLength(1);
  });

  it.each(['qwen', 'opencode', 'copilot'])('accepts %s without a command, because it is built in', (agentType) => {
    expect(parseTeam(agent(`agentType: ${agentType}`)).members[0]).toMatchObject({ agentType });
    expect(problemsOf(agent(`agentType: ${agentType}\ncommand: x`)).join()).toContain(
      `command: is for agentType command, not for ${agentType}`,
    );
  });
});

describe('an error in a team file', () => {
  it.each([
    ['syntax', 'name: [', '1 : not valid YAML: '],
    ['a missing list', 'name: t\n', '1 members: is missing; it must be a list'],
    ['an empty list', 'name: t\nmembers: []\n', '2 members: must not be empty'],
    ['an empty file', '', '- : is empty; `ctx init` writes an example'],
    ['a key twice', 'name: a\nname: b\nmembers: []', '2 : not valid YAML: Map keys must be unique'],
    ['a misspelt key', 'name: t\nmemebrs: []\n', '2 memebrs: is not a known field; did you mean members?'],
    [
      'a misspelt agent type',
      agent('agentType: cladue'),
      '5 members[0].agentType: "cladue" is not a known agent type; did you mean claude?',
    ],
    [
      'an unknown agent type',
      agent('agentType: frobnicator'),
      'use one of claude, codex, gemini, qwen, opencode, copilot, command, gemini-api, openai-api, or give it a command',
    ],
    [
      'a misspelt type',
      'name: t\nmembers:\n  - id: a\n    type: humna\n',
      '4 members[0].type: must be one of human, ai, not "humna"; did you mean human?',
    ],
    ['a missing type', 'name: t\nmembers:\n  - id: a\n', '3 members[0].type: is missing; it must be one of human, ai'],
    [
      'a number for a name',
      'name: t\nmembers:\n  - id: 7\n    type: human\n',
      '3 members[0].id: must be text, not 7; put it in quotes: "7"',
    ],
    [
      'misspelt permissions',
      agent('agentType: codex\npermissions: readonly'),
      '6 members[0].permissions: must be one of read-only, edit, full, not "readonly"; did you mean read-only?',
    ],
    [
      'a negative window',
      agent('agentType: codex\nwindowSize: -1'),
      '6 members[0].windowSize: must be at least 0, not -1',
    ],
    [
      'a fraction of a millisecond',
      agent('agentType: codex\ntimeoutMs: 1.5'),
      '6 members[0].timeoutMs: must be a whole number, not 1.5',
    ],
    [
      'a literal secret',
      agent('agentType: codex\nenv:\n  TOKEN: sk-123'),
      '7 members[0].env.TOKEN: must be $' + '{NAME}, the name of a variable',
    ],
    [
      'a key instead of the name of its variable',
      agent('agentType: openai-api\nmodel: m\napi:\n  apiKeyEnv: sk-123'),
      '8 members[0].api.apiKeyEnv: must be the name of an environment variable',
    ],
    [
      'a human with a model',
      'name: t\nmembers:\n  - id: a\n    type: human\n    model: x\n',
      '5 members[0].model: is not a known field; known here: id, name, displayName, role, type',
    ],
    [
      'agentType command without a command',
      agent('agentType: command'),
      '3 members[0].command: is missing; agentType command needs the program',
    ],
    [
      'a command line',
      agent('agentType: command\ncommand: node agent.mjs'),
      '6 members[0].command: has spaces, but no shell splits it; write it as a list: [node, agent.mjs]',
    ],
    ['a command for claude', agent('agentType: claude\ncommand: x'), '6 members[0].command: is for agentType command'],
    [
      'api for claude',
      agent('agentType: claude\napi: {}'),
      '6 members[0].api: is for agentType gemini-api and openai-api',
    ],
    [
      'an API without a model',
      agent('agentType: gemini-api'),
      '3 members[0].model: is missing; gemini-api needs the name of a model',
    ],
    [
      'a bracket in a name',
      agent('agentType: codex\nname: "a]b"'),
      '6 members[0].name: a name must not contain line breaks',
    ],
    ['a reserved name', agent('agentType: codex\nname: All'), '6 members[0].name: "All" is reserved'],
    [
      'a name without letters',
      agent('agentType: codex\nname: "-_ "'),
      '6 members[0].name: must contain a letter or a digit',
    ],
    [
      'a marker without quotes',
      agent('agentType: codex\nsystemInstruction:\n  - Fine.\n  - End with [NEXT: max].'),
      '8 members[0].systemInstruction[1]: must be text, not a map of fields; put text that contains a colon and a space in quotes',
    ],
    [
      'permissions of a command without permissionArgs',
      agent('agentType: command\ncommand: x\npermissions: read-only'),
      '7 members[0].permissions: a command is unrestricted unless permissionArgs lists the arguments that limit it to read-only',
    ],
    [
      'a permission without arguments',
      agent('agentType: command\ncommand: x\npermissionArgs: { edit: [-e] }'),
      '7 members[0].permissionArgs: has no entry for read-only; write read-only: []',
    ],
    [
      'unrestricted in a file',
      agent('agentType: command\ncommand: x\npermissions: unrestricted'),
      '7 members[0].permissions: must be one of read-only, edit, full, not "unrestricted"',
    ],
    [
      'permission arguments for claude',
      agent('agentType: claude\npermissionArgs: { edit: [-e] }'),
      '6 members[0].permissionArgs: is for agentType command, not for claude',
    ],
    [
      'a model without modelFlag',
      agent('agentType: command\ncommand: x\nmodel: m'),
      '7 members[0].model: needs modelFlag, the flag that passes the model to the command',
    ],
    [
      'a resume flag without a session',
      agent('agentType: command\ncommand: x\nresumeFlag: --resume'),
      '7 members[0].resumeFlag: needs output.sessionId',
    ],
    ['a role of two lines', agent('agentType: codex\nrole: "a\\nb"'), '6 members[0].role: must be one line'],
    [
      'a long role',
      agent(`agentType: codex\nrole: ${'x'.repeat(201)}`),
      '6 members[0].role: must be one line of at most 200 characters',
    ],
    [
      'a wrong output',
      agent('agentType: command\ncommand: x\noutput: { format: json }'),
      'members[0].output.format: must be one of text, jsonl, not "json"; did you mean jsonl?',
    ],
  ])('names the line, the field and the fix for %s', (_what, text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  it('names two members whose names differ only in case, spaces, - and _', () => {
    const text = `name: t
members:
  - { id: mary-ann, type: human }
  - { id: bob, displayName: Mary Ann, type: human }
`;
    expect(problemsOf(text)).toEqual([
      '4 members[1].displayName: "Mary Ann" is the same as "mary-ann" of members[0]: ' +
        'letter case, spaces, - and _ are ignored; choose another name',
    ]);
  });

  it('is not reported when one member has the same name twice', () => {
    expect(problemsOf('name: t\nmembers:\n  - { id: bob, name: Bob, displayName: BOB, type: human }\n')).toEqual([]);
  });

  it('has one line about the first problem, and lists all of them in the order of the file', () => {
    const text = 'nme: t\nmembers:\n  - id: a\n    typ: human\n';
    expect(problemsOf(text)).toHaveLength(2);
    expect(() => parseTeam(text, { file: 'x.yaml' })).toThrow(
      /^x\.yaml:1: nme: is not a known field; did you mean name\? \(and 1 more problem\)$/,
    );
  });

  it('names unknown fields before others, because they are often the cause', () => {
    const text = 'members:\n  - { id: a, type: ai }\nnme: t\n';
    expect(problemsOf(text).map((line) => line.split(':')[0])).toEqual(['3 nme', '2 members[0].agentType']);
  });

  it('is only the first one of the syntax, in the language of the file', () => {
    const problems = (file: string) => {
      try {
        parseTeam('{ "name": [ }, "members": ] }', { file });
      } catch (error) {
        return (error as TeamFileError).problems.map(({ message }) => message.slice(0, 14));
      }
      return [];
    };
    expect(problems('x.yaml')).toEqual(['not valid YAML']);
    expect(problems('x.json')).toEqual(['not valid JSON']);
    expect(() => parseTeam('{\n  "name": "pair",\n}', { file: 'x.json' })).toThrow(
      'x.json:3: not valid JSON: there is a comma before the }',
    );
  });

  it('is an instruction file that is missing, if the caller can look for files', () => {
    const text = 'name: t\nmembers:\n  - { id: a, type: ai, agentType: codex, instructionFile: NOPE.md }\n';
    const asked: string[] = [];
    const parse = (isFound: boolean) => {
      const hasFile = (path: string) => {
        asked.push(path);
        return isFound;
      };
      return parseTeam(text, { file: '/team/x.yaml', hasFile });
    };
    expect(() => parse(false)).toThrow(
      '/team/x.yaml:3: members[0].instructionFile: there is no file NOPE.md beside the team file',
    );
    expect(parse(true).members).toHaveLength(1);
    expect(asked).toEqual(['/team/NOPE.md', '/team/NOPE.md']);
    expect(parseTeam(text).members).toHaveLength(1);
  });

  it('names an unknown field of a mapping without a list of what is known there', () => {
    const result = 'tools: { result: { where: { a: b }, id: id, isError: no } }';
    expect(
      problemsOf(agent(`agentType: x\ncommand: x\noutput:\n  format: jsonl\n  text: { path: a }\n  ${result}`)),
    ).toEqual(['10 members[0].output.tools.result.isError: is not a known field']);
  });

  it('is reported for aliases that expand without limit', () => {
    const levels = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}, *a${n}]`);
    expect(problemsOf(`a0: &a0 [x, x, x, x]\n${levels.join('\n')}\n`)[0]).toContain('not usable YAML');
  });
});

describe('advice to use quotes in YAML', () => {
  const member = (field: string) =>
    `name: crew\nmembers:\n  - { id: a, type: human }\n  - id: b\n    type: ai\n    agentType: claude\n    ${field}\n`;

  it.each([
    ['systemInstruction: Hand over with [NEXT: max]', 'put the text with [NEXT: max] in quotes'],
    ['systemInstruction: "fine"\n    role: end with [DROP: ALL] please', 'put the text with [DROP: ALL] in quotes'],
    ['systemInstruction: [NEXT: max]', 'in quotes'],
    ['role: end with `[ next : max ]`', 'put the text with [ next : max ] in quotes'],
    ['systemInstruction:\n      - [NEXT: max]', 'put the text with [NEXT: max] in quotes'],
    ['role: end with: this', 'put text that contains a colon and a space in quotes'],
    ["systemInstruction: 'Hand over with [NEXT: max]'", undefined],
  ])('is given where it is needed: %s', (field, hint) => {
    const parse = () => parseTeam(member(field));
    if (hint === undefined) expect(parse).not.toThrow();
    else expect(parse).toThrow(hint);
  });
});
