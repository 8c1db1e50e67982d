import type { AgentType, EnforcedPermissions, Permissions, SessionLimits } from '@ctx/contract';
import type { ApiSettings, CommandOutput } from './team-schema.ts';

interface MemberBase {
  /** Stable id, unique in the team. */
  readonly id: string;
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  /** Its job, in one line that is shown to the other members. */
  readonly role?: string | undefined;
  /** The name shown to the others: `displayName`, else `name`, else `id`. */
  readonly label: string;
}

/** A member who types. */
export interface HumanMember extends MemberBase {
  readonly type: 'human';
}

/** A variable for the member's process: its name there, and the variable of ctx that its value comes from. */
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
  /** Absolute, or relative to the working directory when the team was not read from a file. */
  readonly instructionFile?: string | undefined;
  /** Working directory, absolute or relative like `instructionFile`. Missing: the executor's. */
  readonly cwd?: string | undefined;
  readonly env: readonly PassedVariable[];
  readonly args: readonly string[];
  /** How many messages before the current one this member sees. Missing: the context's default, which is all. */
  readonly windowSize?: number | undefined;
  /** Budget of its prompt in tokens. By default 60 % of the known window of its model. Missing: the context's default. */
  readonly maxTokens?: number | undefined;
  /** Budget of this member's prompt in bytes. Missing: the context's default. */
  readonly maxBytes?: number | undefined;
  /** Whether the member continues its own session (`native`). Missing: `native` if its driver keeps sessions. */
  readonly memory?: 'native' | 'fresh' | undefined;
  /** `unrestricted` for a command without `permissionArgs`; a team file cannot set that value. */
  readonly permissions: Permissions;
  /** What to do after a turn was cut off. Missing: a read-only member retries, for others a human decides. */
  readonly onLost?: 'ask' | 'retry' | undefined;
  readonly timeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /** Id of the agent that answers when this one cannot because of quota, rate limit or sign-in. */
  readonly standIn?: string | undefined;
  /** The program and its first arguments, for members that are a command. */
  readonly command?: readonly [string, ...string[]] | undefined;
  readonly output?: CommandOutput | undefined;
  /** The arguments that limit a command to each permission. */
  readonly permissionArgs?: Readonly<Partial<Record<EnforcedPermissions, readonly string[] | undefined>>> | undefined;
  readonly modelFlag?: string | undefined;
  readonly resumeFlag?: string | undefined;
  readonly api?: ApiSettings | undefined;
}

/** A member of the team. */
export type TeamMember = HumanMember | AgentMember;

/** Limits of one session. */
export type TeamLimits = SessionLimits;

/** A checked team with its defaults filled in. Plain JSON data. */
export interface Team {
  readonly name: string;
  readonly task?: string | undefined;
  /** Agent turns since a human last spoke, after which the human gets the floor. */
  readonly maxTurns: number;
  /** Whether members called by one message run at the same time. */
  readonly parallel: boolean;
  readonly agentsMaySetTask: boolean;
  /** Whether each agent's instructions begin with a text about the members of the team and how to hand over. */
  readonly briefing: boolean;
  /** Whether prompts are made so that no member's text can look like another member's. */
  readonly guarded: boolean;
  /** Limits of a session, after which a human has to agree to more. */
  readonly limits?: TeamLimits | undefined;
  /** In the order of the file; the order decides which human gets the floor. */
  readonly members: readonly TeamMember[];
  /** Absolute path of the team file; missing when the team was not read from a file. */
  readonly file?: string | undefined;
  /** SHA-256 of the bytes that were parsed, in hex; missing when the team was not read from a file. */
  readonly fileHash?: string | undefined;
}
