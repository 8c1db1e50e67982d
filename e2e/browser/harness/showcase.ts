import type { SessionRecord } from '@ctx/contract';
import { type Answer, emptyFolder, holdConversation, readSession, writeSession } from './sessions.ts';

const SHOWCASE = '20260131-093000-4f2a9c';

const TEAM = `
name: checkout
task: Find out why people are logged out at random, and fix it.
members:
  - { id: you, displayName: You, type: human }
  - id: sarah
    displayName: Sarah
    role: finds causes
    type: ai
    agentType: claude
    systemInstruction: You are Sarah. You find causes. Change nothing.
  - id: max
    displayName: Max
    role: writes the code and its tests
    type: ai
    agentType: codex
    systemInstruction: You are Max. You write the code and its tests.
  - id: gina
    displayName: Gina
    role: reviews
    type: ai
    agentType: gemini
    maxBytes: 1900
    systemInstruction: You are Gina. You review, and look for holes.
`;

const PATCH = `diff --git a/src/session.ts b/src/session.ts
--- a/src/session.ts
+++ b/src/session.ts
@@ -38,6 +38,8 @@ export async function refresh(token: string): Promise<Session> {
   const session = await sessions.byToken(token);
   if (session === undefined) throw new UnknownToken();
-  if (token !== session.current) {
+  const inGrace = Date.now() - session.refreshedAt < GRACE_MS;
+  if (token === session.previous && inGrace) return session;
+  if (token !== session.current) {
     await revoke(session, 'reuse');
     throw new ReusedToken();
   }
diff --git a/src/session.test.ts b/src/session.test.ts
new file mode 100644
--- /dev/null
+++ b/src/session.test.ts
@@ -0,0 +1,6 @@
+it('lets two tabs refresh in the same second', async () => {
+  const [one, two] = await Promise.all([refresh(token), refresh(token)]);
+  expect(two.current).toBe(one.current);
+});
+
+it('still ends a session whose token was stolen', async () => {});
`;

const FILES = [
  { path: 'src/session.ts', status: 'modified', added: 3, removed: 1 },
  { path: 'src/session.test.ts', status: 'added', added: 6, removed: 0 },
] as const;
const CHANGES = { before: 'a1'.repeat(20), after: 'b2'.repeat(20), files: FILES, patch: PATCH } as const;

const SECOND_PATCH = PATCH.split('diff --git a/src/session.test.ts')[0]!.replace(
  'Date.now() - session.refreshedAt < GRACE_MS',
  'await sessions.isInGrace(session)',
);

const ANSWERS: readonly Answer[] = [
  {
    tools: [
      { name: 'Grep', input: { pattern: 'reason=reuse' }, output: 'src/session.ts:41' },
      { name: 'Read', input: { file_path: 'src/session.ts' }, output: '88 lines' },
      { name: 'Bash', input: { command: 'git log --since=friday --oneline' }, output: '7 commits' },
    ],
    text: 'Two tabs refresh in the same second:\n\n1. The first gets a new token.\n2. The second still holds the old one, and `session.ts:41` takes **every** old token for a stolen one and ends the session.\n\nFriday’s release only made it common: a token now lives 5 minutes instead of 60.\n\n| release | token lives | logged out a day |\n|---|---|---|\n| 4.1 | 60 min | 3 |\n| 4.2 | 5 min | 212 |\n\nMax, please accept the previous token for 10 seconds after a refresh.\n\n[NEXT: Max]',
    usage: { inputTokens: 48_210, cachedInputTokens: 31_000, outputTokens: 912 },
    costUsd: 0.1184,
  },
  {
    tools: [
      { name: 'shell', input: { command: 'rg -n previous src' }, output: '3 lines' },
      { name: 'apply_patch', input: { path: 'src/session.ts' }, output: 'done' },
      { name: 'shell', input: { command: 'npm test -- session' }, output: '12 passed, 1 failed', isError: true },
      { name: 'shell', input: { command: 'npm test -- session' }, output: '13 passed' },
    ],
    text: 'Done, with a test for the two tabs:\n\n```ts\nconst inGrace = Date.now() - session.refreshedAt < GRACE_MS;\nif (token === session.previous && inGrace) return session;\n```\n\n13 tests pass. Gina, do you see a hole?\n\n[NEXT: Gina]',
    usage: { inputTokens: 61_400, cachedInputTokens: 52_100, outputTokens: 2_480 },
    changes: CHANGES,
  },
  {
    tools: [{ name: 'read_file', input: { path: 'src/session.ts' }, output: '92 lines' }],
    text: 'Giving back the current token instead of making a third one is right. One hole: `refreshedAt` is written by one server and compared with the clock of another. Ours differ by seconds, so the grace may be nothing, or twice as long. **Compare in the database.**\n\n[NEXT: Max]',
    usage: { inputTokens: 22_900, outputTokens: 640 },
  },
  {
    tools: [
      { name: 'apply_patch', input: { path: 'src/session.ts' }, output: 'done' },
      { name: 'shell', input: { command: 'npm test' }, output: '214 passed' },
    ],
    text: "True. It is now `refreshed_at > now() - interval '10 s'` in the query, and a test puts the server’s clock a minute ahead. All 214 tests pass.\n\n[NEXT: Sarah]",
    usage: { inputTokens: 70_120, cachedInputTokens: 66_000, outputTokens: 1_310 },
    changes: { ...CHANGES, files: [{ ...FILES[0], added: 2, removed: 2 }], patch: SECOND_PATCH },
  },
  {
    text: 'Ready to ship. For the changelog: “Two open tabs no longer end your session.” I would also put the token’s life back to 60 minutes; at 5, every phone that wakes up refreshes.',
    usage: { inputTokens: 52_800, cachedInputTokens: 47_500, outputTokens: 402 },
    costUsd: 0.0613,
  },
  {
    text: 'Back at 60 minutes, in `config/session.yaml`. Nothing else reads that value.',
    tools: [{ name: 'shell', input: { command: "sed -i 's/ttl: 5m/ttl: 60m/' config/session.yaml" }, output: '' }],
    usage: { inputTokens: 73_000, cachedInputTokens: 70_100, outputTokens: 220 },
    changes: {
      ...CHANGES,
      files: [{ path: 'config/session.yaml', status: 'modified', added: 1, removed: 1 }],
      patch:
        'diff --git a/config/session.yaml b/config/session.yaml\n--- a/config/session.yaml\n+++ b/config/session.yaml\n@@ -3,3 +3,3 @@ tokens:\n   grace: 10s\n-  ttl: 5m\n+  ttl: 60m\n   rotate: true\n',
    },
  },
];

const SAID = [
  "Since Friday's release people are logged out at random, mostly those with two tabs open:\n\n    09:14:02 refresh ok        user=81 session=f3\n    09:14:02 refresh REJECTED  user=81 session=f3 reason=reuse\n    09:14:02 revoke            user=81 session=f3\n\nWhy? [NEXT: Sarah]",
  'Yes, please do that too. [NEXT: Max]',
];

/** Scripted answers take milliseconds. All durations are multiplied by this, to look like those of real agents. */
const SLOWER = 130;

/** Writes a session for screenshots: three agents fix a bug, with realistic times. */
export async function writeShowcase(folder: string): Promise<void> {
  const elsewhere = await emptyFolder();
  await holdConversation(elsewhere, SHOWCASE, TEAM, ANSWERS, SAID);
  const records = await readSession(elsewhere, SHOWCASE);
  const end = records.at(-1)!.at;
  const slow = records.map((record): SessionRecord => {
    const at = Math.round(Date.now() - 90_000 - (end - record.at) * SLOWER);
    if (record.type !== 'turn-end') return { ...record, at };
    const trail = record.trail?.map((entry) => ({ ...entry, durationMs: (entry.durationMs ?? 0) * SLOWER }));
    return { ...record, at, durationMs: record.durationMs * SLOWER, ...(trail === undefined ? {} : { trail }) };
  });
  await writeSession(folder, SHOWCASE, slow);
}
