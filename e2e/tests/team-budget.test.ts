import { expect, it } from 'vitest';
import { briefed } from '../harness/briefing.ts';
import { converse, eventsOf } from '../harness/converse.ts';
import { expectSeen } from '../harness/expect-seen.ts';
import { openPlaceAndServer } from '../harness/open-place-and-server.ts';
import { requestTexts } from '../harness/request-texts.ts';
import { survivorsOf } from '../harness/survivors.ts';
import { CLI_MEMBERS, type CliMember, cliMember, GINA, MAX, SARAH, TASK, writeTeam } from '../harness/team-of-clis.ts';
import type { Line } from '../harness/vendor-format.ts';
import { text } from '../model-server/index.ts';

const MAX_BYTES = 1100;
const FROM_ALICE = '🙂ü'.repeat(150);
const FROM_SARAH = 'Too long for me: '.padEnd(150, 'x');
const LEFT_OUT = /\n\[.* left out\]\n/;
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

it('each CLI stays in its budget: the oldest messages are dropped first, then the middle of the message is cut', async () => {
  const setting = await openPlaceAndServer();
  setting.server.react(text(`${FROM_SARAH} [NEXT: max]`), text(`${FROM_MAX} [NEXT: gina]`), text('Bye.'));
  const members = CLI_MEMBERS.map((member) => cliMember(member, setting, { maxBytes: MAX_BYTES }));
  const conversed = await converse(setting, writeTeam(setting, members), `${FROM_ALICE} [NEXT: sarah]`);
  const [ofSarah, ofMax, ofGina] = eventsOf(conversed, 'turn-end').map(({ receipt }) => receipt);
  const [toSarah, toMax, toGina] = conversed.calls;

  const content = withoutMiddle(requestTexts(toSarah!).last);
  const cutBytes = Buffer.byteLength(FROM_ALICE) - Buffer.byteLength(content.replace(LEFT_OUT, ''));
  expect(cutBytes).toBeGreaterThan(0);
  const message = fromAlice(content);
  expectSeen(toSarah!, ofSarah, { ...alone(SARAH, message), format: 'claude', maxBytes: MAX_BYTES, cutBytes });
  // One more character on each side would not fit.
  expect(ofSarah!.remainingBytes).toBeLessThan(2 * Buffer.byteLength('🙂ü'));

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

/** The message of Alice as it was sent: whole characters of its beginning and of its end. */
function withoutMiddle(prompt: string): string {
  const [found = ''] = /(?:🙂|ü)+\s*\[.*\]\s*(?:🙂|ü)+/u.exec(prompt) ?? [];
  return found.replaceAll('\n  ', '\n');
}
