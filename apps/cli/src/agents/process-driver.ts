import type { AgentDriver, ProcessDriver } from '@ctx/contract';
import type { AgentMember } from '@ctx/team';

/** Whether a driver starts a program. */
export function isProcess(driver: AgentDriver): driver is ProcessDriver {
  return 'command' in driver;
}

/** Whether a member's first turn starts a session that is kept. */
export function sessionOf({ sessions }: ProcessDriver, { memory, windowSize }: AgentMember): 'keep' | 'discard' {
  return sessions === 'keep' && memory !== 'fresh' && windowSize === undefined ? 'keep' : 'discard';
}
