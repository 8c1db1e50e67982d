import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentNamed } from '../harness/agents.ts';
import { converse, eventsOf } from '../harness/converse.ts';
import { openPlaceAndServer, type PlaceAndServer } from '../harness/open-place-and-server.ts';
import { CLI_MEMBERS, type CliMember, cliMember, GINA, MAX, SARAH, writeTeam } from '../harness/team-of-clis.ts';
import { type Answer, hello, text } from '../model-server/index.ts';

const APIS = { anthropic: 'claude', openai: 'codex', gemini: 'gemini' } as const;

function makeRepository({ place }: PlaceAndServer): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: place.project });
  git('init', '-q');
  place.write('kept.txt', 'kept\n');
  git('add', 'kept.txt');
  git('commit', '-qm', 'first');
}

/** Lets each CLI's model write one file, named after the CLI, and then say hello. */
function letEachWrite({ server, place }: PlaceAndServer): void {
  const asked = new Set<string>();
  server.react(({ api }): Answer => {
    const name = APIS[api as keyof typeof APIS];
    if (asked.has(name)) return hello();
    asked.add(name);
    return agentNamed(name).writeFile(join(place.project, `${name}.txt`));
  });
}

const editor = (member: CliMember, setting: PlaceAndServer, more: object = {}) =>
  cliMember(member, setting, { memory: 'fresh', permissions: 'edit', ...more });

describe.each(CLI_MEMBERS)('$agent with edit permissions', (member) => {
  it('has its changes in the log and in the next member’s prompt', async () => {
    const setting = await openPlaceAndServer();
    makeRepository(setting);
    letEachWrite(setting);
    const reader = member === GINA ? SARAH : GINA;
    const file = writeTeam(setting, [editor(member, setting), cliMember(reader, setting, { memory: 'fresh' })]);
    const conversed = await converse(setting, file, `Write it. [NEXT: ${member.id}, ${reader.id}]`);
    const name = `${member.agent}.txt`;
    expect(readFileSync(join(setting.place.project, name), 'utf8')).toBe('written by the model\n');
    const [end] = eventsOf(conversed, 'turn-end');
    expect(end).toMatchObject({
      member: member.id,
      status: 'completed',
      changes: { files: [{ path: name, status: 'added', added: 1, removed: 0 }] },
    });
    expect(end?.changes?.patch).toContain('+written by the model');
    expect(end?.changes).not.toHaveProperty('sharedWith');
    expect(end?.trail?.map(({ ended, line }) => [ended, line.includes(name)])).toEqual([['ok', true]]);
    const seen = JSON.stringify(
      conversed.calls.find(({ api }) => APIS[api as keyof typeof APIS] === reader.agent)?.body,
    );
    expect(seen).toContain(`${member.label} changed ${name} (new) +1`);
  });
});

it('the changes of two CLIs that edit at the same time are marked as shared', async () => {
  const setting = await openPlaceAndServer();
  makeRepository(setting);
  letEachWrite(setting);
  const file = writeTeam(setting, [editor(SARAH, setting), editor(MAX, setting)], { parallel: true });
  const conversed = await converse(setting, file, 'Write them. [NEXT: sarah, max]');
  const ends = eventsOf(conversed, 'turn-end');
  expect(ends.map(({ status, changes }) => [status, changes?.sharedWith?.length])).toEqual([
    ['completed', 1],
    ['completed', 1],
  ]);
  const paths = ends.flatMap(({ changes }) => changes?.files.map(({ path }) => path) ?? []);
  expect(new Set(paths)).toEqual(new Set(['claude.txt', 'codex.txt']));
});

describe.each(CLI_MEMBERS)('$agent, refused by its service', (member) => {
  const other = member === SARAH ? MAX : SARAH;

  it.each([429, 401])('with status %i, is replaced by its stand-in, and fails without one', async (status) => {
    const setting = await openPlaceAndServer();
    setting.server.react(({ api }) =>
      APIS[api as keyof typeof APIS] === member.agent ? { status } : text(`I speak for ${member.label}.`),
    );
    const stood = [
      cliMember(member, setting, { memory: 'fresh', standIn: other.id }),
      cliMember(other, setting, { memory: 'fresh' }),
    ];
    const conversed = await converse(setting, writeTeam(setting, stood), `Anybody? [NEXT: ${member.id}]`);
    expect(eventsOf(conversed, 'turn-end')).toMatchObject([
      { member: member.id, status: 'failed', standIn: other.id },
      { member: other.id, status: 'completed', standsInFor: member.id },
    ]);
    expect(conversed.transcript[1]?.content).toContain(`${other.label} answers for ${member.label}.`);
    expect(conversed.transcript[2]?.content).toBe(`I speak for ${member.label}.`);

    const alone = writeTeam(setting, [cliMember(member, setting, { memory: 'fresh' })]);
    const failed = await converse(setting, alone, `Anybody? [NEXT: ${member.id}]`);
    expect(eventsOf(failed, 'turn-end')).toMatchObject([{ member: member.id, status: 'failed' }]);
    expect(eventsOf(failed, 'turn-end')[0]).not.toHaveProperty('standIn');
  });
});
