import { expect, it } from 'vitest';
import { briefed } from '../harness/briefing.ts';
import { converse, eventsOf } from '../harness/converse.ts';
import { expectSeen } from '../harness/expect-seen.ts';
import { openPlaceAndServer } from '../harness/open-place-and-server.ts';
import { survivorsOf } from '../harness/survivors.ts';
import { CLI_MEMBERS, type CliMember, cliMember, GINA, MAX, SARAH, TASK, writeTeam } from '../harness/team-of-clis.ts';
import { type Line, writePrompt } from '../harness/vendor-format.ts';
import { text } from '../model-server/index.ts';

const MAX_BYTES = 1100;
const FROM_ALICE = '🙂ü'.repeat(150);
const FROM_SARAH = 'Too long for me: '.padEnd(150, 'x');
const FROM_MAX = 'Nor for me.';

/** The parts of a prompt without earlier messages. */
const alone = (member: CliMember, message: Line) => ({
  instructions: briefed(member, CLI_MEMBERS),
  task: TASK,
  context: [],
  message,
});
const fromAlice = (content: string): Line => ({ from: 'Alice', to: 'Sarah Backend', content });
const SARAH_LINE: Line = { from: 'Sarah Backend', to: 'Max', content: FROM_SARAH };

it('each CLI stays in its budget: the oldest messages are dropped first, then the end of the message is cut', async () => {
  const setting = await openPlaceAndServer();
  setting.server.react(text(`${FROM_SARAH} [NEXT: max]`), text(`${FROM_MAX} [NEXT: gina]`), text('Bye.'));
  const members = CLI_MEMBERS.map((member) => cliMember(member, setting, { maxBytes: MAX_BYTES }));
  const conversed = await converse(setting, writeTeam(setting, members), `${FROM_ALICE} [NEXT: sarah]`);
  const [ofSarah, ofMax, ofGina] = eventsOf(conversed, 'turn-end').map(({ receipt }) => receipt);
  const [toSarah, toMax, toGina] = conversed.calls;

  const kept = longestPrefix(SARAH, FROM_ALICE);
  const cutBytes = Buffer.byteLength(FROM_ALICE) - Buffer.byteLength(kept);
  expect(cutBytes).toBeGreaterThan(0);
  expectSeen(toSarah!, ofSarah, { ...alone(SARAH, fromAlice(kept)), format: 'claude', maxBytes: MAX_BYTES, cutBytes });

  expectSeen(toMax!, ofMax, { ...alone(MAX, SARAH_LINE), format: 'codex', maxBytes: MAX_BYTES, dropped: 1 });

  expectSeen(toGina!, ofGina, {
    ...alone(GINA, { from: 'Max', to: 'Gina', content: FROM_MAX }),
    context: [SARAH_LINE],
    format: 'gemini',
    maxBytes: MAX_BYTES,
    dropped: 1,
  });
  // The transcript still has the whole message.
  expect(conversed.transcript[0]!.content).toBe(`${FROM_ALICE} [NEXT: sarah]`);
  expect(survivorsOf(setting.place)).toEqual([]);
});

/** The longest beginning of a message, in whole characters, that fits without earlier messages. */
function longestPrefix(member: CliMember, message: string): string {
  const size = (characters: readonly string[]) => {
    const { prompt, system } = writePrompt(member.agent, alone(member, fromAlice(characters.join(''))));
    return Buffer.byteLength(prompt + system);
  };
  const characters = [...message];
  while (size(characters) > MAX_BYTES) characters.pop();
  return characters.join('');
}
