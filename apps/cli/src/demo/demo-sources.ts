/** The file with the bug, relative to the folder in which the demo's team works. */
export const SOURCE = 'src/session.ts';
const TESTS = 'src/session.test.ts';

/** The text of the source and of its tests. */
type DemoSources = Readonly<Record<typeof SOURCE | typeof TESTS, string>>;

const before = `export async function refresh(token: string): Promise<string> {
  const session = await findSession(token);
`;
const after = `  if (token !== session.current) throw await revoke(session, 'reason=reuse');
  return rotate(session);
}
`;
const stolen = `it('a stolen token ends the session', async () => {
  await expect(refresh(stolenToken)).rejects.toThrow('reason=reuse');
});
`;
const tabs = `
it('a second tab gets the same new token', async () => {
  expect(await refresh(oldToken)).toBe(await refresh(oldToken));
});
`;
const clock = `
it('the clock of the server does not matter', async () => {
  vi.setSystemTime(Date.now() + 60_000);
  expect(await refresh(oldToken)).toBe(await refresh(oldToken));
});
`;

/** The files as the team finds them. */
export const WITH_BUG: DemoSources = { [SOURCE]: before + after, [TESTS]: stolen };

/** The files after Max's first turn. */
export const FIRST_FIX: DemoSources = {
  [SOURCE]: `${before}  const inGrace = Date.now() - session.refreshedAt < 10_000;
  if (token === session.previous && inGrace) return session.current;
${after}`,
  [TESTS]: stolen + tabs,
};

/** The files after Max's second turn. */
export const AFTER_REVIEW: DemoSources = {
  [SOURCE]: `${before}  const inGrace = await ask(session, "refreshed_at > now() - interval '10 s'");
  if (token === session.previous && inGrace) return session.current;
${after}`,
  [TESTS]: stolen + tabs + clock,
};
