import { homedir, hostname } from 'node:os';
import { type ApiTool, endMarkedProcesses, runStreamed } from '@ctx/agent-runner';
import {
  type AgentDriver,
  type AgentEvent,
  type AgentTurn,
  CtxError,
  requireNoMore,
  type TurnExecutor,
} from '@ctx/contract';
import { requireModelName } from '../conversation/floor/set-model.ts';
import type { AgentMember, Team } from '../team-file/team.ts';
import { withPermissionAdvice } from './denied-notice.ts';
import { type Executable, memberDriver } from './member-driver.ts';
import { memberEnvironment, namedVariables } from './member-environment.ts';
import { lockNativeSession } from './native-session-lock.ts';

/** How turns are run in this process. */
export interface LocalExecutorOptions {
  readonly team: Team;
  /** Accept members with permissions `full`, and with `args` or `env` that can widen what they may do. Default false. */
  readonly allowFullAccess?: boolean | undefined;
  /** Where members without a `cwd` work. Default: the working directory of this process. */
  readonly cwd?: string | undefined;
  /** The variables from which the values for the team file's `env` are read. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Programs to run instead of a CLI's own, by member id: another version, or a scripted agent. */
  readonly executables?: Readonly<Record<string, Executable>> | undefined;
  /** Returns your own driver for a member; `undefined` means the built-in one. */
  readonly driverFor?: ((member: AgentMember) => AgentDriver | undefined) | undefined;
  /** Returns the tools of a member behind an API. Default: none. Agents that are programs bring their own tools. */
  readonly toolsFor?: ((member: AgentMember) => readonly ApiTool[]) | undefined;
  /** Milliseconds between asking a turn's process to end and killing it. Default 3,000. */
  readonly graceMs?: number | undefined;
}

const KNOWN_OPTIONS: Readonly<Record<keyof LocalExecutorOptions, true>> = {
  team: true,
  allowFullAccess: true,
  cwd: true,
  env: true,
  executables: true,
  driverFor: true,
  toolsFor: true,
  graceMs: true,
};

/**
 * Runs turns on this machine. The driver of each member is built from the team file when it first speaks, and keys are
 * read only here. Each turn is a process or an API request of its own.
 * @throws TypeError for an unknown option.
 */
export function createLocalExecutor(options: LocalExecutorOptions): TurnExecutor {
  requireNoMore(options, KNOWN_OPTIONS);
  const env = options.env ?? process.env;
  const members = new Map(options.team.members.map((member) => [member.id, member]));
  const drivers = new Map<string, Promise<AgentDriver>>();

  const driverOf = (member: AgentMember): Promise<AgentDriver> => {
    const known = drivers.get(member.id);
    if (known !== undefined) return known;
    const own = options.driverFor?.(member);
    const surroundings = { env, executable: options.executables?.[member.id], tools: options.toolsFor?.(member) };
    const driver = own === undefined ? memberDriver(member, surroundings) : Promise.resolve(own);
    drivers.set(member.id, driver);
    // A failure is not kept: a missing SDK or key may be there next time.
    driver.catch(() => drivers.delete(member.id));
    return driver;
  };

  return {
    promptFormat: 'chunks',
    async *run(turn, { signal }): AsyncGenerator<AgentEvent, void> {
      const member = members.get(turn.member);
      if (member?.type !== 'ai') {
        throw new CtxError('CTX_UNKNOWN_MEMBER', `The team has no agent with the id "${turn.member}".`);
      }
      const driver = await driverOf(member);
      const passed = memberEnvironment(member, env);
      if (passed.missing.length > 0) {
        const [first, ...more] = passed.missing;
        const names =
          more.length === 0 ? `${first}, which is not set` : `${passed.missing.join(', ')}, which are not set`;
        yield { type: 'notice', kind: 'warning', message: `${member.id}'s \`env\` lists ${names}.` };
      }
      const { prompt, systemFlag, session, resume, replaces } = turn;
      const { permissions, timeoutMs, idleTimeoutMs } = member;
      const model = chosenModel(turn, member);
      const lock = resume === undefined ? undefined : await lockNativeSession(member.agentType, resume.sessionId);
      try {
        const events = runStreamed(
          driver,
          { prompt, systemFlag, model, permissions, session, resume, replaces },
          {
            signal,
            marker: turn.marker,
            timeoutMs,
            idleTimeoutMs,
            graceMs: options.graceMs,
            cwd: member.cwd ?? options.cwd,
            env: driver.kind === 'stream' ? namedVariables(member, env) : passed.env,
            envSources: passed.sources,
            allowFullAccess: options.allowFullAccess,
          },
        );
        for await (const event of events) yield withPermissionAdvice(event, member);
      } finally {
        await lock?.release();
      }
    },
    async sessionsOf(id) {
      const member = members.get(id);
      if (member?.type !== 'ai') return undefined;
      // If the driver cannot be built, the turn itself reports why.
      const driver = await driverOf(member).catch(() => undefined);
      if (driver?.kind !== 'process' || driver.sessions !== 'keep') return undefined;
      const childEnv = { ...process.env, ...memberEnvironment(member, env).env };
      return {
        keep: true,
        forks: driver.forks === true,
        takesNewSystemText: driver.takesNewSystemText === true,
        cwd: member.cwd ?? options.cwd ?? process.cwd(),
        machine: hostname(),
        home: driver.sessionFolder?.folder(childEnv) ?? homedir(),
      };
    },
    async endLeftovers(marker) {
      try {
        await endMarkedProcesses(marker);
      } catch (error) {
        // Not one of our markers, so none of our processes carries it.
        if (!(error instanceof TypeError)) throw error;
      }
    },
  };
}

// A turn may come from another machine: only what cannot change a command line is taken from it.
function chosenModel({ model }: AgentTurn, member: AgentMember): string | undefined {
  if (model === undefined || member.command !== undefined) return member.model;
  requireModelName(model);
  return model;
}
