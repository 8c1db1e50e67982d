import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { briefed } from '../harness/briefing.ts';
import { expectSeen } from '../harness/expect-seen.ts';
import { openPlaceAndServer, type PlaceAndServer } from '../harness/open-place-and-server.ts';
import { CANARY } from '../harness/prepare-worker.ts';
import { jsonLines, runCtx } from '../harness/run-ctx.ts';
import { survivorsOf } from '../harness/survivors.ts';
import { CLI_MEMBERS, cliMember, GINA, keyOf, MAX, SARAH, TASK, writeTeam } from '../harness/team-of-clis.ts';
import { text } from '../model-server/index.ts';

const MAX_BYTES = 786_432;
const ALICE_LINE = { from: 'Alice', to: 'Sarah Backend', content: 'Who does what?' };
const SARAH_LINE = { from: 'Sarah Backend', to: 'Max', content: 'I design. 🙂' };
const MAX_LINE = { from: 'Max', to: 'Gina', content: 'I review, ünï.' };
const TRANSCRIPT = [
  { by: 'alice', content: ALICE_LINE.content },
  { by: 'sarah', content: `${SARAH_LINE.content} [NEXT: max]` },
  { by: 'max', content: `${MAX_LINE.content}\n[NEXT: gina]` },
  { by: 'gina', content: 'I test ✓.' },
];

/** Creates a project with the team file, and a model with scripted answers. */
async function openProject(): Promise<PlaceAndServer> {
  const setting = await openPlaceAndServer();
  setting.server.react(...TRANSCRIPT.slice(1).map(({ content }) => text(...content.split(/(?<= )/))));
  writeTeam(
    setting,
    CLI_MEMBERS.map((member) => cliMember(member, setting, { memory: 'fresh' })),
  );
  return setting;
}

it('ctx run holds a conversation of the three CLIs, and ctx show and ctx explain show it afterwards', async () => {
  const setting = await openProject();
  const run = await runCtx(setting, 'run', '--trust', '-t', 'team.yaml', '--json', 'Who does what?');
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  expect(survivorsOf(setting.place)).toEqual([]);
  const events = jsonLines(run);
  const [session] = events;
  expect(session).toMatchObject({ type: 'session', team: 'parsers' });
  const ofType = (type: string) => events.filter((event) => event.type === type);
  expect(ofType('message').map(({ message }) => ({ by: message.speaker.roleId, content: message.content }))).toEqual(
    TRANSCRIPT,
  );
  expect(ofType('turn-start').map(({ member, replyTo }) => `${member} answers ${replyTo}`)).toEqual([
    'sarah answers msg-1',
    'max answers msg-2',
    'gina answers msg-3',
  ]);
  expect(ofType('turn-end').map(({ member, status }) => `${member} ${status}`)).toEqual([
    'sarah completed',
    'max completed',
    'gina completed',
  ]);
  expect(ofType('waiting-for-human')).toEqual([{ type: 'waiting-for-human', member: 'alice', reason: 'queue-empty' }]);
  // The live text is the same as in the transcript.
  for (const { by, content } of TRANSCRIPT.slice(1)) expect(liveText(events, by)).toBe(content);

  const calls = setting.server.modelCalls();
  expect(calls).toHaveLength(3);
  const receipts = ofType('turn-end').map(({ receipt }) => receipt);
  const seen = [
    { member: SARAH, context: [], message: ALICE_LINE },
    { member: MAX, context: [ALICE_LINE], message: SARAH_LINE },
    { member: GINA, context: [ALICE_LINE, SARAH_LINE], message: MAX_LINE },
  ];
  for (const [n, { member, ...parts }] of seen.entries()) {
    const instructions = briefed(member, CLI_MEMBERS);
    expectSeen(calls[n]!, receipts[n], {
      ...parts,
      instructions,
      format: member.agent,
      task: TASK,
      maxBytes: MAX_BYTES,
    });
  }

  const sessionFile = `${setting.place.project}/.ctx/sessions/${session.sessionId}.jsonl`;
  for (const secret of [CANARY, ...CLI_MEMBERS.map(({ id }) => keyOf(id))]) {
    expect(run.stdout).not.toContain(secret);
    expect(readFileSync(sessionFile, 'utf8')).not.toContain(secret);
    expect(JSON.stringify(calls.map(({ body }) => body))).not.toContain(secret);
  }
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('ctx-turn-'))).toEqual([]);

  const shown = await runCtx(setting, 'show', session.sessionId);
  expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
  expect(withoutTimes(shown.stdout)).toBe(
    `${session.sessionId}  team parsers, … UTC

team task: ${TASK}

● Alice → Sarah Backend
  Who does what?

● Sarah Backend → Max
  I design. 🙂 [NEXT: max]
  ✓ turn 1 · … · 2,254 tokens in, 56 out · $0.0049 · saw only the message, ${receipts[0].usedBytes} B

● Max → Gina
  I review, ünï.
  [NEXT: gina]
  ✓ turn 2 · … · 1,234 tokens in, 56 out · saw 1 earlier message, ${receipts[1].usedBytes} B

● Gina
  I test ✓.
  ✓ turn 3 · … · 1,234 tokens in, 49 out · saw 2 earlier messages, ${receipts[2].usedBytes} B
`,
  );
  const records = jsonLines(await runCtx(setting, 'show', session.sessionId, '--json'));
  expect(records.filter(({ type }) => type === 'turn-end').map(({ receipt }) => receipt)).toEqual(receipts);

  const explained = await runCtx(setting, 'explain', session.sessionId, '3');
  expect(explained).toMatchObject({ exitCode: 0, stderr: '' });
  expect(explained.stdout).toMatch(/^Turn 3 {2}Gina answers Max\n {2}completed · /);
  expect(explained.stdout).toContain(`The prompt  ${receipts[2].usedBytes} B of 768 KB`);
  expect(explained.stdout.split('\n').slice(-4, -1)).toEqual([
    '  + msg-1  Alice          seen      Who does what?',
    '  + msg-2  Sarah Backend  seen      I design. 🙂 [NEXT: max]',
    '  ▶ msg-3  Max            answered  I review, ünï. [NEXT: gina]',
  ]);
  const [explanation] = jsonLines(await runCtx(setting, 'explain', session.sessionId, 'last', '--json'));
  expect(explanation).toMatchObject({ turn: 'turn-3', end: { receipt: receipts[2] } });
});

it('ctx doctor finds that the team can run with the keys and the provider in its file', async () => {
  const setting = await openProject();
  const { exitCode, stdout } = await runCtx(setting, 'doctor', '--trust', '-t', 'team.yaml', '--json');
  const { canRun, agents, members } = JSON.parse(stdout);
  expect(canRun).toBe(true);
  expect(members.map(({ problems }: { problems: string[] }) => problems)).toEqual([[], [], []]);
  // Nobody is signed in on the machine itself. Claude Code and Codex have to be started to find out, and may be too slow.
  expect(agents[2]).toMatchObject({ agentType: 'google-gemini', signedIn: 'no' });
  expect(exitCode).toBe(0);
  expect(setting.server.modelCalls()).toEqual([]);
  expect(survivorsOf(setting.place)).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: events as JSON
function liveText(events: readonly any[], by: string): string {
  return events
    .filter(({ type, member }) => type === 'agent-event' && member === by)
    .map(({ event }) => (event.type === 'text' || event.type === 'text-delta' ? event.text : ''))
    .join('');
}

/** Removes times and durations from a transcript. */
function withoutTimes(shown: string): string {
  return shown.replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?= UTC)/, '…').replace(/(?<=✓ turn \d · )[\d.]+ m?s/g, '…');
}
