import type { AgentType, EnforcedPermissions, Permissions } from '@ctx/contract';
import type { ApiSettings, CommandOutput } from './team-schema.ts';

interface MemberBase {
  /** Stable id, unique in the team. */
  readonly id: string;
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  /** What it is there for, in one line that the others are shown. */
  readonly role?: string | undefined;
  /** What the others see: `displayName`, else `name`, else `id`. */
  readonly label: string;
}

/** A member who types. */
export interface HumanMember extends MemberBase {
  readonly type: 'human';
}

/** A variable the member's process is given: its name there, and the name it has in the environment of ctx. */
export interface PassedVariable {
  readonly name: string;
  readonly from: string;
}

/** A member that is a program or a model API. */
export interface AgentMember extends MemberBase {
  readonly type: 'ai';
  readonly agentType: AgentType;
  readonly model?: string | undefined;
  readonly systemInstruction?: string | undefined;
  /** Absolute, or relative to the working directory when the team came from no file. */
  readonly instructionFile?: string | undefined;
  /** Absolute. Missing: wherever the executor runs. */
  readonly cwd?: string | undefined;
  readonly env: readonly PassedVariable[];
  readonly args: readonly string[];
  /** Messages before the current one this member sees; missing: the context's own default, which is all of them. */
  readonly windowSize?: number | undefined;
  /** Budget of this member's prompt in tokens; missing: the context's own default. */
  readonly maxTokens?: number | undefined;
  /** Budget of this member's prompt in bytes; missing: the context's own default. */
  readonly maxBytes?: number | undefined;
  /** Whether the member goes on in its own session; missing: it does where its driver keeps sessions. */
  readonly memory?: 'native' | 'fresh' | undefined;
  /** `unrestricted` for a command without `permissionArgs`; never written in a file. */
  readonly permissions: Permissions;
  /** What becomes of a turn that was cut off; missing: a read-only member runs again, for others a human decides. */
  readonly onLost?: 'ask' | 'retry' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /** Id of the agent that answers when this one cannot, for quota, rate limit or sign-in. */
  readonly standIn?: string | undefined;
  /** Program and its first arguments, for members that are a command. */
  readonly command?: readonly [string, ...string[]] | undefined;
  readonly output?: CommandOutput | undefined;
  /** Arguments that hold a command to a permission. */
  readonly permissionArgs?: Readonly<Partial<Record<EnforcedPermissions, readonly string[] | undefined>>> | undefined;
  readonly modelFlag?: string | undefined;
  readonly resumeFlag?: string | undefined;
  readonly api?: ApiSettings | undefined;
}

/** Somebody in the team. */
export type TeamMember = HumanMember | AgentMember;

/** What the agents of one session may use up. */
export interface TeamLimits {
  /** US dollars, as far as the cost is known. */
  readonly costUsd?: number | undefined;
  /** Tokens read and written; estimated where an agent does not report them. */
  readonly tokens?: number | undefined;
  /** The time of all turns together. */
  readonly minutes?: number | undefined;
}

/** A checked team, with every default filled in. Plain JSON data. */
export interface Team {
  readonly name: string;
  readonly task?: string | undefined;
  /** Agent turns since a human last spoke, after which the human gets the floor. */
  readonly maxTurns: number;
  /** Whether members called by one message run at the same time. */
  readonly parallel: boolean;
  readonly agentsMaySetTask: boolean;
  /** Whether each agent's instructions begin with a text that says who is here and how to hand over. */
  readonly briefing: boolean;
  /** Whether prompts are made so that nobody's words can pass for another's. */
  readonly guarded: boolean;
  /** What the agents of a session may use up before a human has to agree to more. */
  readonly limits?: TeamLimits | undefined;
  /** In the order of the file; the order decides which human gets the floor. */
  readonly members: readonly TeamMember[];
  /** Absolute path of the team file, where there is one. */
  readonly file?: string | undefined;
}
