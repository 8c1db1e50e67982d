import { expect, it } from 'vitest';
import { briefed } from '../harness/briefing.ts';
import { converse, eventsOf } from '../harness/converse.ts';
import { expectSeen } from '../harness/expect-seen.ts';
import { openPlaceAndServer } from '../harness/open-place-and-server.ts';
import { survivorsOf } from '../harness/survivors.ts';
import { CLI_MEMBERS, cliMember, GINA, keyOf, MAX, SARAH, TASK, writeTeam } from '../harness/team-of-clis.ts';
import { text } from '../model-server/index.ts';

const MAX_BYTES = 786_432;

it('three CLIs called by one message run at the same time and see the same conversation', async () => {
  const setting = await openPlaceAndServer();
  setting.server.react(({ api }) => ({ ...text('I am ', api, '.'), delayMs: 50 }));
  const members = CLI_MEMBERS.map((member) => cliMember(member, setting, { memory: 'fresh' }));
  const file = writeTeam(setting, members, { parallel: true });
  const conversed = await converse(setting, file, 'Who are you? [NEXT: gina, max, sarah]');

  const types = conversed.events.flatMap(({ type }) => (type === 'turn-start' || type === 'turn-end' ? type : []));
  expect(types.slice(0, 3)).toEqual(['turn-start', 'turn-start', 'turn-start']);
  const ends = eventsOf(conversed, 'turn-end');
  for (const [api, member] of [
    ['anthropic', SARAH],
    ['openai', MAX],
    ['gemini', GINA],
  ] as const) {
    const calls = conversed.calls.filter((call) => call.api === api);
    expect(calls).toHaveLength(1);
    const { id, agent } = member;
    const { receipt } = ends.find((end) => end.member === id)!;
    const message = { from: 'Alice', to: 'Gina, Max, Sarah Backend', content: 'Who are you?' };
    const parts = { instructions: briefed(member, CLI_MEMBERS), task: TASK, context: [], message };
    expectSeen(calls[0]!, receipt, { ...parts, format: agent, maxBytes: MAX_BYTES });
    expect(conversed.transcript.find(({ speaker }) => speaker.roleId === id)?.content).toBe(`I am ${api}.`);
  }
  expect(conversed.transcript).toHaveLength(4);
  expect(survivorsOf(setting.place)).toEqual([]);
});

it('a CLI refused by its service fails only its own turn, and the next member’s prompt says so', async () => {
  const setting = await openPlaceAndServer();
  setting.server.react(({ api }) => (api === 'openai' ? { status: 401 } : text('I am here.')));
  const members = [MAX, GINA].map((member) => cliMember(member, setting, { memory: 'fresh' }));
  const conversed = await converse(setting, writeTeam(setting, members), 'Anybody? [NEXT: max, gina]');

  const [ofMax, ofGina] = eventsOf(conversed, 'turn-end');
  expect(ofMax).toMatchObject({ member: 'max', status: 'failed', error: { code: 'CTX_AGENT_AUTH' } });
  expect(ofGina).toMatchObject({ member: 'gina', status: 'completed' });
  const [, trouble, answer] = conversed.transcript;
  expect(trouble).toMatchObject({
    speaker: { type: 'system' },
    content: expect.stringMatching(/^Max did not answer: /),
  });
  expect(answer).toMatchObject({ speaker: { roleId: 'gina' }, content: 'I am here.' });
  expectSeen(conversed.calls.at(-1)!, ofGina!.receipt, {
    format: 'gemini',
    maxBytes: MAX_BYTES,
    instructions: briefed(GINA, [MAX, GINA]),
    task: TASK,
    context: [{ from: trouble!.speaker.roleName, to: 'all', content: trouble!.content }],
    newer: 1,
    message: { from: 'Alice', to: 'Max, Gina', content: 'Anybody?' },
  });
  expect(JSON.stringify([conversed.events, conversed.transcript])).not.toContain(keyOf('max'));
  expect(survivorsOf(setting.place)).toEqual([]);
});
