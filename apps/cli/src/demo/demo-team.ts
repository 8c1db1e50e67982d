import { parseTeam, type Team } from '@ctx/team';

/** Too small for the whole conversation, so that the demo shows what is left out. */
const REVIEWER_MAX_BYTES = 1500;

const TEAM_FILE = `
name: demo
task: Find out why people are logged out at random, and fix it.
members:
  - { id: you, displayName: You, type: human }
  - id: sarah
    displayName: Sarah
    role: finds causes
    type: ai
    agentType: claude
  - id: max
    displayName: Max
    role: writes the code and its tests
    permissions: edit
    type: ai
    agentType: codex
  - id: gina
    displayName: Gina
    role: reviews and looks for holes
    type: ai
    agentType: gemini
    maxBytes: ${REVIEWER_MAX_BYTES}
`;

/** The team of the demo: one member in each vendor's format, and you. */
export function demoTeam(): Team {
  return parseTeam(TEAM_FILE);
}

/** The first message, which the human sends. */
export const DEMO_MESSAGE = `Since Friday's release people are logged out at random, mostly those with two tabs open:

    09:14:02 refresh ok        user=81 session=f3
    09:14:02 refresh REJECTED  user=81 session=f3 reason=reuse
    09:14:02 revoke            user=81 session=f3

Why? [NEXT: Sarah]`;
