import { join } from 'node:path';
import { parseTeam } from '../../../packages/team/dist/index.js';

/** The team of the fault tests. A lost turn of `auto` runs again; a lost turn of `careful` waits for a decision. */
export function faultTeam(/** @type {string} */ ledger, /** @type {number} */ faultsPerRound) {
  const agent = join(import.meta.dirname, 'agent.mjs');
  const member = { type: 'ai', agentType: 'command', command: [process.execPath, agent, ledger, `${faultsPerRound}`] };
  return parseTeam(
    JSON.stringify({
      name: 'faults',
      maxTurns: 1000,
      members: [
        { id: 'kim', type: 'human' },
        { id: 'auto', ...member, onLost: 'retry' },
        { id: 'careful', ...member },
      ],
    }),
  );
}
