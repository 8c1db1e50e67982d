import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openPlaceAndServer } from '../harness/open-place-and-server.ts';
import { runCtx } from '../harness/run-ctx.ts';
import { cliMember, GINA, MAX, SARAH, writeTeam } from '../harness/team-of-clis.ts';
import { text } from '../model-server/index.ts';

const CASES = [
  // The new text goes into the session that is there.
  { member: SARAH, name: 'CLAUDE.md', home: '.claude/CLAUDE.md', after: { mode: 'delta' } },
  // A resumed session would ignore it.
  { member: MAX, name: 'AGENTS.md', home: '.codex/AGENTS.md', after: { mode: 'full', reason: 'instructions-changed' } },
  { member: GINA, name: 'GEMINI.md', home: '.gemini/GEMINI.md', after: { mode: 'full' } },
];

describe.each(CASES)('a real $member.agent in a team', ({ member, name, home, after }) => {
  it(`gets ${name} of home, root and folder once each, and the new text after a change`, async () => {
    const setting = await openPlaceAndServer();
    const { place, server } = setting;
    server.react(() => text('An answer.'));
    place.write('.git/HEAD', 'ref: refs/heads/main\n');
    place.write(name, 'The-root-says-one.');
    place.write(`sub/${name}`, 'The-folder-says-two.');
    place.write(`${place.home}/${home}`, 'The-home-says-three.');
    writeTeam(setting, [cliMember(member, setting, { cwd: 'sub' })]);
    expect(await runCtx(setting, 'run', '--trust', '-t', 'team.yaml', 'Go.')).toMatchObject({ exitCode: 0 });
    const first = JSON.stringify(server.modelCalls()[0]!.body);
    for (const said of ['The-root-says-one.', 'The-folder-says-two.', 'The-home-says-three.']) {
      expect([said, first.split(said).length - 1]).toEqual([said, 1]);
    }
    place.write(name, 'The-root-says-four.');
    expect(await runCtx(setting, 'resume', 'last', '--trust', '-t', 'team.yaml', 'On.')).toMatchObject({ exitCode: 0 });
    const next = JSON.stringify(server.modelCalls().at(-1)!.body);
    expect(next).toContain('The-root-says-four.');
    expect(next).not.toContain('The-root-says-one.');
    const [log] = readdirSync(`${place.project}/.ctx/sessions`).filter((file) => file.endsWith('.jsonl'));
    const lines = readFileSync(`${place.project}/.ctx/sessions/${log}`, 'utf8').trimEnd().split('\n');
    const records = lines.flatMap((line) => JSON.parse(line).records);
    expect(records.findLast(({ type }) => type === 'turn-end').receipt.memory).toMatchObject(after);
  });
});
