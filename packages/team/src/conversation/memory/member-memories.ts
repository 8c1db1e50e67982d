import type { NativeSession } from '@ctx/contract';
import type { SentPrompt } from '../turn/prompt-hash.ts';

/** What is kept of each member between its turns, by member id. */
export interface MemberMemories {
  /** The agent's own session, as the log has it. */
  readonly sessions: Map<string, NativeSession>;
  /** Where its full prompts begin, since the budget was full once; as the log has it. */
  readonly keepFrom: Map<string, string>;
  /** Members with a turn that was cut off inside a session: nobody knows what the session holds. */
  readonly cutOff: Set<string>;
  /** What it was sent last, in this process. */
  readonly lastPrompts: Map<string, SentPrompt>;
}

/** Nobody remembers anything yet. */
export function createMemberMemories(): MemberMemories {
  return { sessions: new Map(), keepFrom: new Map(), cutOff: new Set(), lastPrompts: new Map() };
}
