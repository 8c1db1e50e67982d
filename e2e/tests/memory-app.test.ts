import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { agentNamed } from '../harness/agents.ts';
import { openPlaceAndServer, type PlaceAndServer } from '../harness/open-place-and-server.ts';
import { jsonLines, runCtx, startCtx } from '../harness/run-ctx.ts';
import { CLI_MEMBERS, type CliMember, cliMember, writeTeam } from '../harness/team-of-clis.ts';
import { slow, text } from '../model-server/index.ts';

const LONG = { timeout: 600_000 };
const WITH_SESSIONS = CLI_MEMBERS.filter(({ agent }) => agent !== 'gemini');

async function openProject(member: CliMember): Promise<PlaceAndServer> {
  const setting = await openPlaceAndServer();
  let answers = 0;
  setting.server.react(() => text(`Answer ${++answers} of the model.`));
  writeTeam(setting, [cliMember(member, setting)]);
  return setting;
}

const sessionIds = ({ place }: PlaceAndServer) =>
  readdirSync(`${place.project}/.ctx/sessions`).filter((name) => name.endsWith('.jsonl'));

/** The receipt of a session's last turn, from its log. */
function lastReceipt({ place }: PlaceAndServer, name: string) {
  const lines = readFileSync(`${place.project}/.ctx/sessions/${name}`, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => JSON.parse(line).records).findLast((record) => record.type === 'turn-end').receipt;
}

/** Checks that a request contains each of the texts exactly once. */
function expectOnce(request: string, texts: readonly string[]): void {
  for (const text of texts) expect([text, request.split(text).length - 1]).toEqual([text, 1]);
}

describe.each(WITH_SESSIONS)('ctx with $label, a real $agent', (member) => {
  const agent = agentNamed(member.agent);

  it('continues its own session after ctx resume, and ctx explain shows it', LONG, async () => {
    const setting = await openProject(member);
    const run = (...args: string[]) => runCtx(setting, ...args);
    expect(await run('run', '--trust', '-t', 'team.yaml', 'The first word.')).toMatchObject({ exitCode: 0 });
    const [log] = sessionIds(setting);
    const id = log!.replace('.jsonl', '');
    expect(await run('resume', id, '--trust', '-t', 'team.yaml', 'The second word.')).toMatchObject({ exitCode: 0 });
    const [, second] = setting.server.modelCalls();
    const whole = agent.conversation(second!).join('\n');
    expectOnce(whole, ['The first word.', 'Answer 1 of the model.', 'The second word.']);
    expect(lastReceipt(setting, log!).memory).toMatchObject({ mode: 'delta' });

    const explained = await run('explain', id, '2');
    expect(explained.stdout).toContain('delta: it knew 2 messages');
    expect(explained.stdout).toContain('rebuilt exactly');
    const events = jsonLines(await run('explain', id, '2', '--json'));
    expect(events[0].messages.map(({ fate }: { fate: string }) => fate)).toEqual(['known', 'known', 'answered']);
  });

  it('sees the whole conversation once after ctx was killed during a turn', LONG, async () => {
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
    expectOnce(last, ['The first word.', 'Answer 1 of the model.', 'The second word.']);
    expect(lastReceipt(setting, log!).memory).toMatchObject(
      member.agent === 'claude' ? { mode: 'delta' } : { mode: 'full' },
    );
  });

  it('sees the whole conversation once after an older copy of the log is resumed', LONG, async () => {
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
    expectOnce(last, ['The first word.', 'Answer 1 of the model.', 'Another second word.']);
    expect(last).not.toContain('The second word.');
    expect(lastReceipt(setting, log!).memory).toMatchObject({ mode: 'full', reason: 'session-lost' });
  });
});
