import { rmSync } from 'node:fs';
import type { Receipt } from '@ctx/contract';
import { describe, expect, it, vi } from 'vitest';
import { type Agent, agentNamed } from '../harness/agents.ts';
import { eventsOf, startTalk, type Talk } from '../harness/converse.ts';
import { openPlaceAndServer, type PlaceAndServer } from '../harness/open-place-and-server.ts';
import { homeFiles } from '../harness/session-files.ts';
import { CLI_MEMBERS, type CliMember, cliMember, writeTeam } from '../harness/team-of-clis.ts';
import { type ReceivedRequest, slow, text } from '../model-server/index.ts';

const LONG = { timeout: 900_000 };
const TURNS = 30;

/** A member that answers without a model, with the number of Alice's last message. */
const ECHO = {
  id: 'echo',
  displayName: 'Echo',
  type: 'ai',
  agentType: 'command',
  command: [
    process.execPath,
    '-e',
    "let all = ''; process.stdin.on('data', (part) => (all += part)).on('end', () => console.log('Echo of ' + /.*Alice's word (\\d+)/s.exec(all)[1] + '.'))",
  ],
  memory: 'fresh',
};

const WITH_SESSIONS = CLI_MEMBERS.filter(({ agent }) => agent !== 'gemini');

async function openTeam(member: CliMember, more: object = {}): Promise<PlaceAndServer & { talk: Talk; agent: Agent }> {
  const setting = await openPlaceAndServer();
  let answers = 0;
  setting.server.react(() => text(`Answer ${++answers} of the model.`));
  const file = writeTeam(setting, [cliMember(member, setting, more), ECHO], { maxTurns: 100 });
  return { ...setting, talk: await startTalk(setting, file), agent: agentNamed(member.agent) };
}

const count = (whole: string, part: string) => whole.split(part).length - 1;

/** Checks that a request contains each of the first `upTo` messages exactly once. */
function expectOnce(agent: Agent, request: ReceivedRequest, talk: Talk, upTo: number) {
  const whole = agent.conversation(request).join('\n');
  for (const { content } of talk.context.getMessages().slice(0, upTo)) {
    const said = content.replace(/ ?\[NEXT: .*\]$/, '');
    expect([said, count(whole, said)]).toEqual([said, 1]);
  }
}

describe.each(CLI_MEMBERS)('$label, a real $agent, in a conversation of 30 turns', (member) => {
  it('gets every message exactly once, its own included', LONG, async () => {
    const { server, talk, agent } = await openTeam(member);
    for (let turn = 1; turn <= TURNS; turn++) {
      await talk.say(`Alice's word ${turn}. [NEXT: ${member.id}, echo]`);
    }
    const calls = server.modelCalls();
    expect(calls).toHaveLength(TURNS);
    // There are three messages per turn: Alice's, the agent's and Echo's.
    for (const [n, call] of calls.entries()) expectOnce(agent, call, talk, 3 * n + 1);
    const receipts = eventsOf(talk, 'turn-end').flatMap((end) => (end.member === member.id ? end.receipt! : []));
    const modes = receipts.map(({ memory }) => memory!.mode);
    if (member.agent === 'gemini') expect(new Set(modes)).toEqual(new Set(['full']));
    else {
      expect(modes).toEqual(['full', ...Array.from({ length: TURNS - 1 }, () => 'delta')]);
      // Claude Code gets its instructions with every turn, outside the conversation, so they do not count.
      const instructions = ({ sections }: Receipt) => sections.find(({ name }) => name === 'instructions')?.bytes ?? 0;
      const sum = (of: (receipt: Receipt) => number) => receipts.reduce((all, receipt) => all + of(receipt), 0);
      const sent = sum((receipt) => receipt.usedBytes - instructions(receipt));
      const whole = sum((receipt) => receipt.memory!.fullBytes - instructions(receipts[0]!));
      expect(sent / whole).toBeLessThan(0.15);
    }
    expect(eventsOf(talk, 'turn-end').every(({ status }) => status === 'completed')).toBe(true);
    await talk.close();
  });
});

describe.each(WITH_SESSIONS)('$label, a real $agent', (member) => {
  const lastMemory = (talk: Talk) =>
    eventsOf(talk, 'turn-end').findLast((end) => end.member === member.id)?.receipt?.memory;
  const ask = (talk: Talk, word: number) => talk.say(`Alice's word ${word}. [NEXT: ${member.id}]`);

  it('gets the whole conversation in the turn after its session was deleted', LONG, async () => {
    const { server, talk, agent, place } = await openTeam(member);
    await ask(talk, 1);
    await ask(talk, 2);
    for (const file of homeFiles(place).filter((file) => /(projects|sessions).*\.jsonl$/.test(file))) rmSync(file);
    await ask(talk, 3);
    expectOnce(agent, server.modelCalls().at(-1)!, talk, 5);
    expect(lastMemory(talk)).toMatchObject({ mode: 'full', reason: 'session-lost' });
    await ask(talk, 4);
    expectOnce(agent, server.modelCalls().at(-1)!, talk, 7);
    expect(lastMemory(talk)).toMatchObject({ mode: 'delta' });
    expect(server.modelCalls()).toHaveLength(4);
    await talk.close();
  });

  it('gets the whole conversation after its home folder has changed', LONG, async () => {
    const { server, talk, agent } = await openTeam(member);
    await ask(talk, 1);
    const { place } = await openPlaceAndServer();
    for (const [name, value] of Object.entries(agent.env(server, place))) {
      if (/HOME$/.test(name)) vi.stubEnv(name, value);
    }
    await ask(talk, 2);
    expectOnce(agent, server.modelCalls().at(-1)!, talk, 3);
    expect(lastMemory(talk)).toMatchObject({ mode: 'full', reason: 'machine-changed' });
    await talk.close();
  });

  it('knows the whole conversation after a cancelled turn; Claude Code keeps its session', LONG, async () => {
    const { server, talk, agent } = await openTeam(member);
    await ask(talk, 1);
    server.react(slow());
    await talk.conversation.send(`Alice's word 2. [NEXT: ${member.id}]`);
    await vi.waitFor(() => expect(server.modelCalls()).toHaveLength(2), { timeout: 60_000, interval: 100 });
    talk.conversation.cancel();
    await talk.conversation.idle();
    expect(eventsOf(talk, 'turn-end').at(-1)!.status).toBe('cancelled');
    server.react(text('The last answer.'));
    await ask(talk, 3);
    expectOnce(agent, server.modelCalls().at(-1)!, talk, talk.context.getMessages().length - 1);
    const delta = { mode: 'delta' };
    const full = { mode: 'full', reason: 'turn-incomplete' };
    expect(lastMemory(talk)).toMatchObject(member.agent === 'claude' ? delta : full);
    await talk.close();
  });
});
