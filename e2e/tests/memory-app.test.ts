import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentNamed } from '../harness/agents.ts';
import { openPlaceAndServer, type PlaceAndServer } from '../harness/open-place-and-server.ts';
import { jsonLines, runCtx, startCtx } from '../harness/run-ctx.ts';
import { CLI_MEMBERS, type CliMember, cliMember, writeTeam } from '../harness/team-of-clis.ts';
import { slow, text } from '../model-server/index.ts';

const LONG = { timeout: 600_000 };
const KEEPERS = CLI_MEMBERS.filter(({ agent }) => agent !== 'gemini');

async function openProject(member: CliMember): Promise<PlaceAndServer> {
  const setting = await openPlaceAndServer();
  let answers = 0;
  setting.server.react(() => text(`Answer ${++answers} of the model.`));
  writeTeam(setting, [cliMember(member, setting)]);
  return setting;
}

const sessionIds = ({ place }: PlaceAndServer) =>
  readdirSync(`${place.project}/.ctx/sessions`).filter((name) => name.endsWith('.jsonl'));

/** What the last turn of a session was sent, by its log. */
function lastReceipt({ place }: PlaceAndServer, name: string) {
  const lines = readFileSync(`${place.project}/.ctx/sessions/${name}`, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => JSON.parse(line).records).findLast((record) => record.type === 'turn-end').receipt;
}

describe.each(KEEPERS)('ctx with $label, a real $agent', (member) => {
  const agent = agentNamed(member.agent);

  it('goes on in its session with resume, days later, and explain tells it', LONG, async () => {
    const setting = await openProject(member);
    const run = (...args: string[]) => runCtx(setting, ...args);
    expect(await run('run', '--trust', '-t', 'team.yaml', 'The first word.')).toMatchObject({ exitCode: 0 });
    const [log] = sessionIds(setting);
    const id = log!.replace('.jsonl', '');
    expect(await run('resume', id, '--trust', '-t', 'team.yaml', 'The second word.')).toMatchObject({ exitCode: 0 });
    const [, second] = setting.server.modelCalls();
    const whole = agent.conversation(second!).join('\n');
    for (const words of ['The first word.', 'Answer 1 of the model.', 'The second word.']) {
      expect([words, whole.split(words).length - 1]).toEqual([words, 1]);
    }
    expect(lastReceipt(setting, log!).memory).toMatchObject({ mode: 'delta' });

    const explained = await run('explain', id, '2');
    expect(explained.stdout).toContain('delta: it knew 2 messages');
    expect(explained.stdout).toContain('rebuilt exactly');
    const events = jsonLines(await run('explain', id, '2', '--json'));
    expect(events[0].messages.map(({ fate }: { fate: string }) => fate)).toEqual(['known', 'known', 'answered']);
  });

  it('knows everything after ctx was killed in the middle of a turn', LONG, async () => {
    const setting = await openProject(member);
    await runCtx(setting, 'run', '--trust', '-t', 'team.yaml', 'The first word.');
    const [log] = sessionIds(setting);
    const id = log!.replace('.jsonl', '');
    setting.server.react(slow());
    const host = startCtx(setting, 'resume', id, '--trust', '-t', 'team.yaml', 'The second word.');
    host.stdout.resume();
    host.stderr.resume();
    const gone = once(host, 'close');
    await expect.poll(() => setting.server.modelCalls().length, { timeout: 120_000 }).toBe(2);
    host.kill('SIGKILL');
    await gone;
    setting.server.react(text('The last answer.'));
    await runCtx(setting, 'resume', id, '--trust', '-t', 'team.yaml');
    const last = agent.conversation(setting.server.modelCalls().at(-1)!).join('\n');
    for (const words of ['The first word.', 'Answer 1 of the model.', 'The second word.']) {
      expect([words, last.split(words).length - 1]).toEqual([words, 1]);
    }
    expect(lastReceipt(setting, log!).memory).toMatchObject(
      member.agent === 'claude' ? { mode: 'delta' } : { mode: 'full' },
    );
  });

  it('loses nothing when a copy of the log is resumed on the side', LONG, async () => {
    const setting = await openProject(member);
    const run = (...args: string[]) => runCtx(setting, ...args);
    await run('run', '--trust', '-t', 'team.yaml', 'The first word.');
    const [log] = sessionIds(setting);
    const id = log!.replace('.jsonl', '');
    const folder = `${setting.place.project}/.ctx`;
    cpSync(folder, `${folder}.copy`, { recursive: true });
    await run('resume', id, '--trust', '-t', 'team.yaml', 'The second word.');
    cpSync(`${folder}.copy`, folder, { recursive: true });
    await run('resume', id, '--trust', '-t', 'team.yaml', 'Another second word.');
    const last = agent.conversation(setting.server.modelCalls().at(-1)!).join('\n');
    for (const words of ['The first word.', 'Answer 1 of the model.', 'Another second word.']) {
      expect([words, last.split(words).length - 1]).toEqual([words, 1]);
    }
    expect(last).not.toContain('The second word.');
    expect(lastReceipt(setting, log!).memory).toMatchObject({ mode: 'full', reason: 'session-lost' });
  });
});
