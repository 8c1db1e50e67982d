import { scriptedAgent } from '@ctx/scripted-agents';
import { afterEach, describe, expect, it } from 'vitest';
import { createConversation } from '../conversation/create-conversation.ts';
import { createTeamContext } from '../conversation/team-context.ts';
import { createMemberDirectory } from '../members/member-directory.ts';
import { createMemoryStore } from '../session/memory-store.ts';
import { parseTeam } from '../team-file/parse-team.ts';
import { type ModelRequest, startModelServer } from './__fixtures__/model-server.ts';
import { apiKeySource } from './api-driver.ts';
import { createLocalExecutor, type LocalExecutorOptions } from './local-executor.ts';

let server: Awaited<ReturnType<typeof startModelServer>> | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const teamAt = (baseUrl: string) =>
  parseTeam(`
name: mixed
task: Ship it
members:
  - { id: alice, type: human }
  - { id: cli, type: ai, agentType: claude }
  - id: gem
    type: ai
    agentType: gemini-api
    model: gemini-3-pro
    systemInstruction: You are Gem.
    api: { baseUrl: "${baseUrl}", apiKeyEnv: MY_GEMINI_KEY }
  - id: local
    type: ai
    agentType: openai-api
    model: llama3
    systemInstruction: You are local.
    api: { baseUrl: "${baseUrl}/v1" }
`);

async function talk(
  message: string,
  options: Partial<LocalExecutorOptions>,
  answer: (request: ModelRequest) => string,
) {
  server = await startModelServer(answer);
  const team = teamAt(server.baseUrl);
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const context = createTeamContext({ team, logger });
  const executor = createLocalExecutor({ team, ...options });
  const conversation = createConversation({ team, context, executor, store: createMemoryStore() });
  await conversation.send(message);
  await conversation.idle();
  await conversation.close();
  return context.getMessages().map(({ speaker, content }) => `${speaker.roleId}: ${content}`);
}

describe('members behind an API', () => {
  it('work in one team with a CLI, and get their instructions separately from the conversation', async () => {
    const transcript = await talk(
      'Go. [NEXT: cli]',
      {
        env: { MY_GEMINI_KEY: 'secret-of-gemini', OPENAI_API_KEY: 'secret-of-openai' },
        executables: {
          cli: scriptedAgent({ vendor: 'claude', script: { steps: [{ type: 'text', text: 'Gem? [NEXT: gem]' }] } }),
        },
      },
      ({ path }) => (path.includes('gemini') ? 'Yes. Local? [NEXT: local]' : 'Yes.'),
    );
    expect(transcript).toEqual([
      'alice: Go. [NEXT: cli]',
      'cli: Gem? [NEXT: gem]',
      'gem: Yes. Local? [NEXT: local]',
      'local: Yes.',
    ]);
    const [gemini, openai] = server!.requests;
    expect(gemini).toMatchObject({ path: expect.stringContaining('/models/gemini-3-pro:'), key: 'secret-of-gemini' });
    expect(gemini?.body.systemInstruction?.parts[0]?.text).toMatch(
      /^You are gem, a member of a team\.\n.*\n\nYou are Gem\.$/s,
    );
    expect(gemini?.body.contents?.at(-1)?.parts[0]?.text).toBe('  Ship it\n\nalice: Go.\n\ncli: Gem?');
    expect(openai).toMatchObject({ path: '/v1/chat/completions', key: 'secret-of-openai' });
    expect(openai?.body.messages).toEqual([
      { role: 'system', content: expect.stringMatching(/^You are local, a member.*\n\nYou are local\.$/s) },
      { role: 'user', content: '  Ship it\n\nalice: Go.\ncli: Gem?\n\ngem: Yes. Local?' },
    ]);
  });

  it('need a key unless baseUrl names another server, and say which variable to set', async () => {
    const transcript = await talk('[NEXT: gem, local]', { env: {} }, () => 'Yes.');
    expect(transcript.slice(1)).toEqual([
      'system: gem did not answer: gem has no key: set MY_GEMINI_KEY, or name another variable in api.apiKeyEnv of the team file.',
      'local: Yes.',
    ]);
    expect(server?.requests[0]?.key).toBe('none');
  });

  it('have a known source of their key, and no other member has one', () => {
    const team = parseTeam(`
name: t
members:
  - { id: local, type: ai, agentType: openai-api, model: m, api: { baseUrl: "http://localhost" } }
  - { id: tool, type: ai, agentType: constructor, command: [tool] }
`);
    const [local, tool] = createMemberDirectory(team).agents;
    expect(apiKeySource(local!)).toEqual({ names: ['OPENAI_API_KEY'], isOptional: true });
    expect(apiKeySource(tool!)).toBeUndefined();
  });

  it('can use tools that the caller passes', async () => {
    const seen: string[] = [];
    await talk(
      '[NEXT: local]',
      {
        env: {},
        toolsFor: (member) => {
          seen.push(member.id);
          return [
            { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} }, execute: () => 'x' },
          ];
        },
      },
      () => 'Yes.',
    );
    expect(seen).toEqual(['local']);
    expect(server?.requests[0]?.body).toMatchObject({ tools: [{ function: { name: 'look' } }] });
  });
});
