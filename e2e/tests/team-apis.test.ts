import { expect, it } from 'vitest';
import { briefed } from '../harness/briefing.ts';
import { converse, eventsOf } from '../harness/converse.ts';
import { expectSeen } from '../harness/expect-seen.ts';
import { openPlaceAndServer } from '../harness/open-place-and-server.ts';
import { requestTexts } from '../harness/request-texts.ts';
import { survivorsOf } from '../harness/survivors.ts';
import { cliMember, keyOf, keyVariable, SARAH, TASK, writeTeam } from '../harness/team-of-clis.ts';
import { text, thinking } from '../model-server/index.ts';

const GEM = { id: 'gem', label: 'Gem', instructions: 'You are a model, not a program.\nÜnï ✓.' };
const LOCAL = { id: 'local', label: 'Local Llama', instructions: 'You run on this machine.' };
const AGENTS = [SARAH, GEM, LOCAL];
/** Enough for one earlier message, but not for two. */
const LOCAL_MAX_BYTES =
  Buffer.byteLength(briefed(LOCAL, AGENTS)) +
  Buffer.byteLength(`  ${TASK}\n\nSarah Backend: So I do, 🙂.\n\nGem: I think ✓.`);

it('a CLI, a member of the Gemini API and one of an OpenAI-compatible server hold one conversation', async () => {
  const setting = await openPlaceAndServer();
  const { server } = setting;
  const apiMember = ({ id, label, instructions }: typeof GEM, more: object) => ({
    id,
    displayName: label,
    type: 'ai',
    systemInstruction: instructions,
    timeoutMs: 60_000,
    ...more,
  });
  const teamFile = writeTeam(setting, [
    // It gets the whole conversation in each turn. Members with a memory are tested in memory.test.ts.
    cliMember(SARAH, setting, { memory: 'fresh' }),
    apiMember(GEM, {
      agentType: 'gemini-api',
      model: 'gemini-2.5-pro',
      api: { baseUrl: server.url, apiKeyEnv: keyVariable('gem') },
    }),
    apiMember(LOCAL, {
      agentType: 'openai-api',
      model: 'llama3',
      maxBytes: LOCAL_MAX_BYTES,
      api: { baseUrl: `${server.url}/v1`, apiKeyEnv: keyVariable('local') },
    }),
  ]);
  const { blocks } = thinking();
  const said = ['Ask the models. ', 'So I do, 🙂. ', 'I think ✓. ', 'I agree. ', 'Thanks, all.'];
  const lines = said.map((line) => line.trim());
  server.react(
    text(said[1]!, '[NEXT: gem]'),
    // The others must not see the thoughts before the answer.
    { blocks: [blocks[0]!, { type: 'text', parts: [said[2]!, '[NEXT: Local-Llama]'] }] },
    { blocks: [blocks[0]!, { type: 'text', parts: [said[3]!, '[NEXT: sarah]'] }] },
    text(said[4]!),
  );
  const conversed = await converse(setting, teamFile, `${said[0]}[NEXT: sarah]`);

  expect(conversed.transcript.map(({ speaker, content }) => `${speaker.roleId}: ${content}`)).toEqual([
    'alice: Ask the models. [NEXT: sarah]',
    'sarah: So I do, 🙂. [NEXT: gem]',
    'gem: I think ✓. [NEXT: Local-Llama]',
    'local: I agree. [NEXT: sarah]',
    'sarah: Thanks, all.',
  ]);
  const ends = eventsOf(conversed, 'turn-end');
  expect(ends.map(({ member, status }) => `${member} ${status}`)).toEqual(
    ['sarah', 'gem', 'local', 'sarah'].map((member) => `${member} completed`),
  );
  const [toSarah, toGem, toLocal, toSarahAgain] = conversed.calls;
  expect(conversed.calls).toHaveLength(4);
  const alice = { from: 'Alice', to: 'Sarah Backend', content: lines[0]! };
  const sarah = { from: 'Sarah Backend', to: 'Gem', content: lines[1]! };
  const gem = { from: 'Gem', to: 'Local Llama', content: lines[2]! };
  const local = { from: 'Local Llama', to: 'Sarah Backend', content: lines[3]! };
  const ofClaude = { format: 'claude', instructions: briefed(SARAH, AGENTS), task: TASK, maxBytes: 786_432 } as const;
  expectSeen(toSarah!, ends[0]!.receipt, { ...ofClaude, context: [], message: alice });
  expectSeen(toGem!, ends[1]!.receipt, {
    format: 'api',
    maxBytes: 786_432,
    instructions: briefed(GEM, AGENTS),
    task: TASK,
    context: [alice],
    message: sarah,
  });
  expectSeen(toLocal!, ends[2]!.receipt, {
    format: 'api',
    maxBytes: LOCAL_MAX_BYTES,
    instructions: briefed(LOCAL, AGENTS),
    task: TASK,
    context: [sarah],
    dropped: 1,
    message: gem,
  });
  expectSeen(toSarahAgain!, ends[3]!.receipt, { ...ofClaude, context: [alice, sarah, gem], message: local });

  // The prompt is the only text: an API adds none of its own.
  expect([requestTexts(toGem!).before, requestTexts(toLocal!).before]).toEqual(['', '']);
  expect(toGem).toMatchObject({ api: 'gemini', headers: { 'x-goog-api-key': keyOf('gem') } });
  expect(toGem!.path).toContain('/models/gemini-2.5-pro:streamGenerateContent');
  expect(toLocal).toMatchObject({
    api: 'openai-chat',
    path: '/v1/chat/completions',
    body: { model: 'llama3', stream: true },
    headers: { authorization: `Bearer ${keyOf('local')}` },
  });
  expect(ends[2]!.usage).toEqual({ inputTokens: 1234, cachedInputTokens: 1000, outputTokens: 56, reasoningTokens: 7 });
  expect(JSON.stringify(conversed.events)).not.toContain(keyOf('local'));
  expect(survivorsOf(setting.place)).toEqual([]);
});
