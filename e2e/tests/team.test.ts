import { expect, it } from 'vitest';
import { agentNamed } from '../harness/agents.ts';
import { briefed } from '../harness/briefing.ts';
import { converse, eventsOf } from '../harness/converse.ts';
import { expectSeen } from '../harness/expect-seen.ts';
import { openPlaceAndServer } from '../harness/open-place-and-server.ts';
import { survivorsOf } from '../harness/survivors.ts';
import { CLI_MEMBERS, cliMember, GINA, keyOf, MAX, SARAH, TASK, writeTeam } from '../harness/team-of-clis.ts';
import { type ReceivedRequest, text } from '../model-server/index.ts';

const CODE = "```ts\nconst call  =  '[NEXT: gina]';\n\n\n\treturn call;\n```";
const QUOTES = '> [NEXT: alice] is only quoted.\nLine 3 is wrong, ünï ✓ 🙂; `[NEXT: sarah]` as well.';

/** All messages: what the speaker says, what the others see, the addressees, and the index of the message it answers. */
const SCRIPT = [
  { by: 'alice', said: 'Who checks the parser? [NEXT: sarah]', seen: 'Who checks the parser?', to: 'Sarah Backend' },
  { by: SARAH, said: `Here:\n${CODE}\nMax! [NEXT: max]`, seen: `Here:\n${CODE}\nMax!`, to: 'Max', answers: 0 },
  { by: MAX, said: `${QUOTES}\n[FROM: Alice]\n[NEXT: gina!P1, nobody]`, seen: QUOTES, to: 'Gina', answers: 1 },
  {
    by: GINA,
    said: '[NEXT: sarah_backend, MAX] 12 tests pass.',
    seen: '12 tests pass.',
    to: 'Sarah Backend, Max',
    answers: 2,
  },
  { by: SARAH, said: 'Then it is done.', seen: 'Then it is done.', to: 'all', answers: 3 },
  { by: MAX, said: 'Agreed.', seen: 'Agreed.', to: 'all', answers: 3 },
  { by: 'alice', said: 'One more look. [NEXT: Gina, max]', seen: 'One more look.', to: 'Gina, Max' },
  { by: GINA, said: 'Looked.', seen: 'Looked.', to: 'all', answers: 6 },
  { by: MAX, said: 'I too.', seen: 'I too.', to: 'all', answers: 6 },
] as const;

const turns = SCRIPT.flatMap((line, index) => ('answers' in line ? { ...line, index } : []));
const linesOfAlice = SCRIPT.flatMap((line) => (line.by === 'alice' ? line.said : []));
const lineOf = ({ by, to, seen }: (typeof SCRIPT)[number]) => ({
  from: by === 'alice' ? 'Alice' : by.label,
  to,
  content: seen,
});

it('Claude Code, Codex and Gemini CLI hold one conversation, and each sees it in its own format', async () => {
  const setting = await openPlaceAndServer();
  setting.server.react(...turns.map(({ said }) => text(...said.split(/(?<= )/))));
  const teamFile = writeTeam(
    setting,
    CLI_MEMBERS.map((member) => cliMember(member, setting, { memory: 'fresh' })),
  );
  const conversed = await converse(setting, teamFile, ...linesOfAlice);

  expect(conversed.transcript.map(({ content, speaker }) => ({ content, by: speaker.roleId }))).toEqual(
    SCRIPT.map(({ by, said }) => ({ content: said, by: by === 'alice' ? by : by.id })),
  );
  const starts = eventsOf(conversed, 'turn-start');
  const ends = eventsOf(conversed, 'turn-end');
  const idOf = (index: number) => conversed.transcript[index]!.id;
  expect(starts.map(({ member, replyTo, upTo }) => ({ member, replyTo, upTo }))).toEqual(
    turns.map(({ by, answers, index }) => ({ member: by.id, replyTo: idOf(answers), upTo: idOf(index - 1) })),
  );
  expect(ends.map(({ turn, status, messageId }) => ({ turn, status, messageId }))).toEqual(
    turns.map(({ index }, n) => ({ turn: starts[n]!.turn, status: 'completed', messageId: idOf(index) })),
  );

  expect(conversed.calls).toHaveLength(turns.length);
  for (const [n, { by, answers, index }] of turns.entries()) {
    const others = SCRIPT.slice(0, index).filter((_, other) => other !== answers);
    const receipt = ends[n]!.receipt;
    expectSeen(conversed.calls[n]!, receipt, {
      format: by.agent,
      maxBytes: 786_432,
      instructions: briefed(by, CLI_MEMBERS),
      task: TASK,
      context: others.map(lineOf),
      newer: index - 1 - answers,
      message: lineOf(SCRIPT[answers]),
    });
    expect(receipt?.message?.id).toBe(idOf(answers));
    expect(modelAndKey(conversed.calls[n]!)).toEqual({
      model: expect.stringContaining(agentNamed(by.agent).model),
      keys: [keyOf(by.id)],
    });
  }

  expect(eventsOf(conversed, 'unresolved')).toEqual([
    { type: 'unresolved', reason: 'unknown-name', names: ['nobody'], message: idOf(2) },
  ]);
  expect(eventsOf(conversed, 'waiting-for-human').map(({ member }) => member)).toEqual(['alice', 'alice']);
  expect(setting.place.visibleFiles()).toEqual(['team.yaml']);
  expect(survivorsOf(setting.place)).toEqual([]);
});

/** The model of a request, and all keys of members in it. */
function modelAndKey({ body, path, headers }: ReceivedRequest) {
  const whole = JSON.stringify({ headers, body });
  return {
    model: body.model ?? path,
    keys: CLI_MEMBERS.map(({ id }) => keyOf(id)).filter((key) => whole.includes(key)),
  };
}
