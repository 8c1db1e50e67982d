import { join } from 'node:path';
import { parseTeam } from '../../../packages/team/dist/index.js';

/** The team of the fault tests: one member that runs again when it was lost, and one about which somebody has to decide. */
export function faultTeam(/** @type {string} */ ledger, /** @type {number} */ longestMs) {
  const agent = join(import.meta.dirname, 'agent.mjs');
  const member = { type: 'ai', agentType: 'command', command: [process.execPath, agent, ledger, `${longestMs}`] };
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
