import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from './conversation/conversation-event.ts';
import { createConversation } from './conversation/create-conversation.ts';
import { createFileStore } from './session/file-store.ts';
import { loadTeam } from './team-file/load-team.ts';

/** Runs an example as a user would: with real processes and a real log. */
async function run(example: string, message: string) {
  const team = await loadTeam(fileURLToPath(new URL(`../../../examples/${example}/ctx.team.yaml`, import.meta.url)));
  const directory = await mkdtemp(join(tmpdir(), 'ctx-example-'));
  const store = await createFileStore({ sessionId: example, directory });
  const conversation = createConversation({ team, store });
  const events: ConversationEvent[] = [];
  const reader = conversation.events();
  await conversation.send(message);
  for await (const event of reader) {
    events.push(event);
    if (event.type === 'waiting-for-human') break;
  }
  await conversation.close();
  const messages = events.flatMap((event) => (event.type === 'message' ? [event.message] : []));
  return { events, messages, transcript: messages.map(({ speaker, content }) => `${speaker.roleId}: ${content}`) };
}

describe('the example', () => {
  it('review-pair hands over until the reviewer is satisfied', async () => {
    const { transcript, events } = await run('review-pair', 'Write a haiku about queues. [NEXT: writer]');
    expect(transcript.map((line) => line.split('\n')[0])).toEqual([
      'you: Write a haiku about queues. [NEXT: writer]',
      'writer: A long line of jobs.',
      'reviewer: A haiku names a season, this one does not. [NEXT: writer]',
      'writer: Autumn line of jobs.',
      'reviewer: Good. I would read it twice.',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'waiting-for-human', member: 'you', reason: 'queue-empty' });
  });

  it('panel lets three members answer at the same time and one sum up', async () => {
    const { transcript, events } = await run('panel', 'Monorepo or many repos? [NEXT: moderator]');
    expect(transcript[1]).toBe(
      'moderator: Monorepo or many repos? One sentence each, please. [NEXT: ops, product, security]',
    );
    expect(transcript.at(-1)).toBe('clerk: Votes for the monorepo: 3.');
    const panel = events.flatMap((event) => (event.type === 'turn-start' ? [`${event.member} ${event.upTo}`] : []));
    expect(panel.slice(1, 4).sort()).toEqual(['ops msg-2', 'product msg-2', 'security msg-2']);
  });

  it('own-format plays until maxTurns stops it', async () => {
    const { messages, events } = await run('own-format', 'Play. [NEXT: ping]');
    expect(messages.map(({ speaker }) => speaker.roleId)).toEqual([
      'you',
      'ping',
      'pong',
      'ping',
      'pong',
      'ping',
      'pong',
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'waiting-for-human', reason: 'max-turns' });
    const ends = events.flatMap((event) => (event.type === 'turn-end' ? [event] : []));
    expect(ends.every(({ usage }) => (usage?.inputTokens ?? 0) > 0)).toBe(true);
  });
});
