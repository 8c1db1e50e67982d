import type { NativeSession } from '@ctx/contract';
import type { SentPrompt } from '../turn/prompt-hash.ts';

/** What is remembered about each agent between its turns, by member id. */
export interface MemberMemories {
  /** The agent's own session. Also in the log. */
  readonly sessions: Map<string, NativeSession>;
  /** Id of the message where its full prompts begin, once the budget has been full. Also in the log. */
  readonly keepFrom: Map<string, string>;
  /** Members whose last turn was cut off while it continued a session: what that session holds now is not known. */
  readonly uncertainSessions: Set<string>;
  /** The last prompt, if it was sent by this process. */
  readonly lastPrompts: Map<string, SentPrompt>;
}

/** Creates empty memories. */
export function createMemberMemories(): MemberMemories {
  return { sessions: new Map(), keepFrom: new Map(), uncertainSessions: new Set(), lastPrompts: new Map() };
}
