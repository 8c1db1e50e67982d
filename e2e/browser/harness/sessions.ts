import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, ConversationMessage, SessionRecord, TurnResult } from '@ctx/contract';
import { createConversation, createFileCatalog, createFileStore, createTeamContext, parseTeam } from '@ctx/team';

/** Creates an empty folder for sessions. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'ctx-browser-'));
}

/** A scripted answer: the tools used before it, and the result of the turn. */
export interface Answer extends Partial<TurnResult> {
  readonly tools?: readonly {
    readonly name: string;
    readonly input: unknown;
    readonly output: string;
    readonly isError?: boolean;
  }[];
}

/** Holds a whole conversation with the real code and scripted answers. */
export async function holdConversation(
  folder: string,
  sessionId: string,
  teamFile: string,
  answers: readonly Answer[],
  said: readonly string[],
): Promise<void> {
  const team = parseTeam(teamFile);
  let turns = 0;
  const conversation = createConversation({
    team,
    context: createTeamContext({ team, assemblers: await vendorAssemblers() }),
    executor: { run: () => play(answers[turns++] ?? {}) },
    store: await createFileStore({ sessionId, directory: join(folder, '.ctx/sessions') }),
  });
  for (const text of said) {
    await conversation.send(text);
    await conversation.idle();
  }
  await conversation.close();
}

async function* play({ tools = [], ...result }: Answer): AsyncGenerator<AgentEvent> {
  for (const [index, { name, input, output, isError = false }] of tools.entries()) {
    yield { type: 'tool-call', id: String(index), name, input };
    await new Promise((resolve) => setTimeout(resolve, 20 + 15 * index));
    yield { type: 'tool-result', id: String(index), output, isError };
  }
  await new Promise((resolve) => setTimeout(resolve, 40));
  yield { type: 'turn-end', result: { status: 'completed', text: '', ...result } };
}

async function vendorAssemblers() {
  const [claude, codex, gemini] = await Promise.all([
    import('@ctx/assembler-claude'),
    import('@ctx/assembler-codex'),
    import('@ctx/assembler-gemini'),
  ]);
  return [new claude.ClaudeContextAssembler(), new codex.CodexContextAssembler(), new gemini.GeminiContextAssembler()];
}

/** Writes a session with these records, in appends of a thousand. */
export async function writeSession(
  folder: string,
  sessionId: string,
  records: readonly SessionRecord[],
): Promise<void> {
  const store = await createFileStore({ sessionId, directory: join(folder, '.ctx/sessions') });
  for (let from = 0; from < records.length; from += 1_000) {
    const some = records.slice(from, from + 1_000);
    await store.append(some, { expectedSeq: from, operationId: `append-${from}` });
  }
  await store.close();
}

/** Reads all records of a session. */
export async function readSession(folder: string, sessionId: string): Promise<SessionRecord[]> {
  const store = await createFileCatalog({ directory: join(folder, '.ctx/sessions') }).open(sessionId);
  const records: SessionRecord[] = [];
  for await (const { record } of store.read()) records.push(record);
  await store.close();
  return records;
}

/** The first record of a session of Alice and Max. */
export function startOf(sessionId: string, team = 'crew'): SessionRecord {
  const members = [
    { id: 'alice', name: 'Alice', type: 'human' },
    { id: 'max', name: 'Max', type: 'ai', agentType: 'openai-codex' },
  ] as const;
  return { type: 'session-start', version: 2, sessionId, team, members, at: Date.now() - 60_000 };
}

/** A message from Max, or from Alice. */
export function messageOf(id: string, content: string, byAlice = false): SessionRecord {
  const speaker = byAlice
    ? ({ roleId: 'alice', roleName: 'Alice', type: 'human' } as const)
    : ({ roleId: 'max', roleName: 'Max', type: 'ai' } as const);
  const message: ConversationMessage = { id, content, speaker, timestamp: Date.now() };
  return { type: 'message', message, at: Date.now() };
}
