import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTeam } from './parse-team.ts';
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

  it('survives JSON, so that it can be sent to another machine', () => {
    const team = parseTeam(MINIMAL, { file: 'ctx.team.yaml' });
    expect(JSON.parse(JSON.stringify(team))).toEqual(JSON.parse(JSON.stringify(structuredClone(team))));
  });

  it('calls a command unrestricted unless the file says how to hold it, and read-only then', () => {
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

  it('takes variables as names or as references', () => {
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

  it('shows the display name before the name before the id', () => {
    const label = (fields: string) => parseTeam(agent(`agentType: codex\n${fields}`)).members[0]?.label;
    expect(label('name: Sarah')).toBe('Sarah');
    expect(label('name: Sarah\ndisplayName: Sarah B.')).toBe('Sarah B.');
  });

  it('takes a type of its own with a command, or when the caller knows it', () => {
    expect(parseTeam(agent('agentType: aider\ncommand: [aider, -p]')).members[0]).toMatchObject({
      agentType: 'aider',
      command: ['aider', '-p'],
    });
    expect(parseTeam(agent('agentType: remote'), { agentTypes: ['remote'] }).members).toHaveLength(1);
  });

  it.each(['qwen', 'opencode', 'copilot'])('takes %s without a command: how it is run is known', (agentType) => {
    expect(parseTeam(agent(`agentType: ${agentType}`)).members[0]).toMatchObject({ agentType });
    expect(problemsOf(agent(`agentType: ${agentType}\ncommand: x`)).join()).toContain(
      `command: is for agentType command, not for ${agentType}`,
    );
  });
});

describe('problems of a team file', () => {
  it.each([
    ['syntax', 'name: [', '1 : not valid YAML: '],
    ['a missing list', 'name: t\n', '1 members: is missing; it must be a list'],
    ['an empty list', 'name: t\nmembers: []\n', '2 members: must not be empty'],
    ['an empty file', '', '- : must be a map of fields, not nothing'],
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
      '3 members[0].id: must be a text, not 7; put it in quotes: "7"',
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
      'half a turn',
      agent('agentType: codex\ntimeoutMs: 1.5'),
      '6 members[0].timeoutMs: must be a whole number, not 1.5',
    ],
    [
      'a literal secret',
      agent('agentType: codex\nenv:\n  TOKEN: sk-123'),
      '7 members[0].env.TOKEN: must be $' + '{NAME}, the name of a variable',
    ],
    [
      'a key for its name',
      agent('agentType: openai-api\nmodel: m\napi:\n  apiKeyEnv: sk-123'),
      '8 members[0].api.apiKeyEnv: must be the name of an environment variable',
    ],
    [
      'a human with a model',
      'name: t\nmembers:\n  - id: a\n    type: human\n    model: x\n',
      '5 members[0].model: is not a known field; known here: id, name, displayName, role, type',
    ],
    [
      'a command without one',
      agent('agentType: command'),
      '3 members[0].command: is missing; agentType command needs the program',
    ],
    [
      'a command line',
      agent('agentType: command\ncommand: node agent.mjs'),
      '6 members[0].command: has blanks, and no shell will split it; write it as a list: [node, agent.mjs]',
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
    ['a bracket in a name', agent('agentType: codex\nname: "a]b"'), '6 members[0].name: a name holds no line break'],
    ['a reserved name', agent('agentType: codex\nname: All'), '6 members[0].name: "All" is reserved'],
    ['a name of nothing', agent('agentType: codex\nname: "-_ "'), '6 members[0].name: must hold a letter or a digit'],
    [
      'a marker without quotes',
      agent('agentType: codex\nsystemInstruction:\n  - Fine.\n  - End with [NEXT: max].'),
      '8 members[0].systemInstruction[1]: must be a text, not a map of fields; put a text that holds a colon and a blank in quotes',
    ],
    [
      'a promise for a command that nothing keeps',
      agent('agentType: command\ncommand: x\npermissions: read-only'),
      '7 members[0].permissions: nothing holds a command to read-only: it is unrestricted; say in permissionArgs',
    ],
    [
      'a permission without arguments',
      agent('agentType: command\ncommand: x\npermissionArgs: { edit: [-e] }'),
      '7 members[0].permissionArgs: says nothing for read-only; write read-only: []',
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
      'a model that is not passed on',
      agent('agentType: command\ncommand: x\nmodel: m'),
      '7 members[0].model: is not passed on to a command; say how in modelFlag',
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
  ])('says line, field and what would be right for %s', (_what, text, expected) => {
    const problems = problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
  });

  it('refuses two members whose names are equal after normalising', () => {
    const text = `name: t
members:
  - { id: mary-ann, type: human }
  - { id: bob, displayName: Mary Ann, type: human }
`;
    expect(problemsOf(text)).toEqual([
      '4 members[1].displayName: "Mary Ann" is the same as "mary-ann" of members[0]: ' +
        'letter case, blanks, - and _ do not count; choose another name',
    ]);
  });

  it('lets one member have the same name twice', () => {
    expect(problemsOf('name: t\nmembers:\n  - { id: bob, name: Bob, displayName: BOB, type: human }\n')).toEqual([]);
  });

  it('reports all problems, in the order of the file, and one line for the first', () => {
    const text = 'nme: t\nmembers:\n  - id: a\n    typ: human\n';
    expect(problemsOf(text)).toHaveLength(2);
    expect(() => parseTeam(text, { file: 'x.yaml' })).toThrow(
      /^x\.yaml:1: nme: is not a known field; did you mean name\? \(and 1 more problem\)$/,
    );
  });

  it('refuses aliases that multiply without end', () => {
    const levels = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}, *a${n}]`);
    expect(problemsOf(`a0: &a0 [x, x, x, x]\n${levels.join('\n')}\n`)[0]).toContain('not usable YAML');
  });
});

describe('a marker in YAML that is not in quotes', () => {
  const member = (field: string) =>
    `name: crew\nmembers:\n  - { id: a, type: human }\n  - id: b\n    type: ai\n    agentType: claude\n    ${field}\n`;

  it.each([
    ['systemInstruction: Hand over with [NEXT: max]', 'put the text with [NEXT: max] in quotes'],
    ['systemInstruction: "fine"\n    role: end with [DROP: ALL] please', 'put the text with [DROP: ALL] in quotes'],
    ['systemInstruction: [NEXT: max]', 'in quotes'],
    ['systemInstruction:\n      - [NEXT: max]', 'put the text with [NEXT: max] in quotes'],
    ['role: end with: this', 'put a text that holds a colon and a blank in quotes'],
    ["systemInstruction: 'Hand over with [NEXT: max]'", undefined],
  ])('%s', (field, hint) => {
    const parse = () => parseTeam(member(field));
    if (hint === undefined) expect(parse).not.toThrow();
    else expect(parse).toThrow(hint);
  });
});
