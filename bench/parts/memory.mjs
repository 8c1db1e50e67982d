import { loadHarness, talk } from '../memory/team-talk.mjs';
import { table } from '../report/format.mjs';

/** The kinds of memory, and the fields of the team file for each. */
const WAYS = {
  'native sessions': {},
  'fresh, everything': { memory: 'fresh' },
  'fresh, the last 5': { memory: 'fresh', windowSize: 5 },
};

/**
 * Measures what ctx sends to three CLIs in a long conversation, and how much of it their services would find in a
 * cache.
 */
export async function runMemory({ isQuick, seed }, { onProgress, emit }) {
  const harness = await loadHarness();
  const turns = isQuick ? 12 : 50;
  const rows = [];
  for (const [way, memberFields] of Object.entries(WAYS)) {
    const onTurn = (turn) => turn % 10 === 0 && onProgress(`memory: ${way}, turn ${turn + 1} of ${turns}`);
    rows.push(...(await talk(harness, { turns, seed, memberFields, onTurn })).map((row) => ({ ...row, way })));
  }
  const whole = ({ agent }) => rows.find((row) => row.agent === agent && row.way === 'fresh, everything').bytes;
  const number = (title, of) => ({ title, isNumber: true, of: (row) => of(row).toLocaleString('en-US') });
  const columns = [
    { title: 'agent', of: ({ agent }) => agent },
    { title: 'memory', of: ({ way }) => way },
    number('bytes sent', ({ bytes }) => bytes),
    { title: 'of everything', isNumber: true, of: (row) => `${Math.round((row.bytes / whole(row)) * 100)} %` },
    number('tokens in', ({ input }) => input),
    number('not cached', ({ notCached }) => notCached),
    { title: 'facts known at the end', isNumber: true, of: ({ factsKnown, facts }) => `${factsKnown} of ${facts}` },
  ];
  rows.sort((one, other) => one.agent.localeCompare(other.agent));
  emit(`## Memory\n\nA team of three vendors, ${turns} turns, each agent in its turn.\n\n${table(columns, rows)}\n`);
}
