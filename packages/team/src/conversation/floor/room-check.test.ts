import { describe, expect, it } from 'vitest';
import { scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { startConversation, teamOf } from '../../__fixtures__/team-of.ts';
import { createTeamContext } from '../team-context.ts';

const LOG = `${'2026-11-19 nothing of interest\n'.repeat(10_000)}Why did it stop?`;

function conversationOf(agents: readonly string[], fields = {}) {
  const team = teamOf(agents, fields);
  const { executor, turns } = scriptedExecutor({ sarah: ['Yes.', 'Yes.'], max: ['No.'] });
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const context = createTeamContext({ team, logger: silent, maxBytes: 20_000 });
  return { turns, ...startConversation(team, executor, { context }) };
}

describe("a human's message that does not fit", () => {
  it('is refused before anybody starts, with the sizes and the ways out', async () => {
    const { conversation, turns, settle, transcript } = conversationOf(['sarah', 'max']);
    await expect(conversation.send(LOG, { to: ['sarah', 'max'] })).rejects.toMatchObject({
      code: 'CTX_MESSAGE_TOO_LONG',
      message: expect.stringMatching(
        /^The message has 303 KB; sarah has room for 19 KB of it \(maxBytes 20000\); max has room for 19 KB of it .*cut: true\.$/,
      ),
    });
    await settle();
    expect([turns, transcript()]).toEqual([[], []]);
  });

  it('reaches nobody if it does not fit only one of them', async () => {
    const { members } = teamOf(['sarah', 'max']);
    const roomy = members.map((member) =>
      member.id === 'max' ? { ...member, maxBytes: 1_000_000, maxTokens: 1_000_000 } : member,
    );
    const { conversation, turns } = conversationOf(['sarah', 'max'], { members: roomy });
    const why = await conversation.send(LOG, { to: ['sarah', 'max'] }).catch((error: Error) => error.message);
    expect(why).toMatch(/KB; sarah has room for 19 KB of it \(maxBytes 20000\)\. Shorten it/);
    await conversation.send(LOG, { to: 'max' });
    await conversation.idle();
    expect(turns.map(({ member }) => member)).toEqual(['max']);
  });

  it('loses its middle if the person says so, and the receipt says how much', async () => {
    const { conversation, turns, settle, ofType } = conversationOf(['sarah']);
    await conversation.send(LOG, { to: 'sarah', cut: true });
    await settle();
    expect(turns[0]?.prompt).toMatch(/2026[\s\S]*\n {2}\[28\d KB left out\]\n[\s\S]*Why did it stop\?$/);
    expect(ofType('turn-end')[0]?.receipt?.message?.cutBytes).toBeGreaterThan(280 * 1024);
  });

  it('is not refused if it calls nobody, and messages that fit keep their order', async () => {
    const { conversation, transcript } = conversationOf(['sarah']);
    await Promise.all([conversation.send('one', { to: 'sarah' }), conversation.send(LOG), conversation.send('three')]);
    expect(
      transcript()
        .filter((line) => line.startsWith('alice'))
        .map((line) => line.slice(0, 12)),
    ).toEqual(['alice: one', 'alice: 2026-', 'alice: three']);
  });
});

describe("an agent's message that does not fit another", () => {
  it('loses its middle the same way', async () => {
    const { executor, turns } = scriptedExecutor({ sarah: [`${LOG}\n[NEXT: max]`], max: ['No.'] });
    const team = teamOf(['sarah', 'max']);
    const context = createTeamContext({
      team,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      maxBytes: 20_000,
    });
    const { conversation, settle } = startConversation(team, executor, { context });
    await conversation.send('Look.', { to: 'sarah' });
    await settle();
    expect(turns[1]?.prompt).toMatch(/ KB left out\]\n[\s\S]*Why did it stop\?$/);
  });
});
