import { closeSync, openSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { AgentFailure } from '@ctx/contract';
import { createProcessFamily, type ProcessFamily } from '../end/process-family.ts';
import { readProcessStat } from '../end/process-stat.ts';
import type { PreparedTurn } from '../prepare/prepare-turn.ts';
import type { TurnWatch } from '../watchdog/tell-watchdog.ts';
import { type ChildProcess, startProcess } from './child-process.ts';

/** The process of a turn, and all processes it starts. */
export interface AgentProcess {
  readonly child: ChildProcess;
  readonly family: ProcessFamily;
}

/**
 * Starts the program of a turn. Its stdin is the file with the prompt, because a pipe would end with the host: to the
 * agent, half a prompt would look whole. Never throws; a problem is returned as a failure.
 */
export async function startAgent(
  turn: PreparedTurn,
  watch: TurnWatch,
): Promise<AgentProcess | { readonly failure: AgentFailure }> {
  if (turn.failure !== undefined) return { failure: turn.failure };
  let child: ChildProcess;
  try {
    watch.starting();
    const prompt = openSync(turn.promptFile, 'r');
    try {
      child = startProcess(turn, prompt);
    } finally {
      closeSync(prompt);
    }
  } catch (error) {
    return { failure: await startFailure(turn, error as NodeJS.ErrnoException) };
  }
  if (child.pid === undefined) {
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => child.once('error', resolve));
    return { failure: await startFailure(turn, error) };
  }
  // Node reports signals that could not be delivered here. Whether a process is alive is read from the process table.
  child.on('error', () => {});
  const leader = { pid: child.pid, startedAt: readProcessStat(child.pid)?.startedAt ?? '' };
  watch.started(leader);
  return { child, family: createProcessFamily(turn.marker, { leader }) };
}

async function startFailure(turn: PreparedTurn, error: NodeJS.ErrnoException): Promise<AgentFailure> {
  const { agentType, installCommand } = turn.driver;
  if (turn.cwd !== undefined && !(await isFolder(turn.cwd))) {
    return { code: 'CTX_AGENT_FAILED', message: `The working directory of ${agentType} does not exist: ${turn.cwd}` };
  }
  if (error.code === 'ENOENT') {
    const advice = installCommand === undefined ? whereToLook(turn.file) : `Install it with: ${installCommand}`;
    return { code: 'CTX_AGENT_NOT_FOUND', message: `${turn.file} was not found. ${advice}` };
  }
  if (error.code === 'E2BIG') {
    return { code: 'CTX_AGENT_FAILED', message: `An argument for ${turn.file} is too long for the system (E2BIG).` };
  }
  const advice = error.code === 'EACCES' ? `. Is it executable? If not: chmod +x ${turn.file}` : '';
  return { code: 'CTX_AGENT_FAILED', message: `${turn.file} could not be started: ${error.message}${advice}` };
}

function whereToLook(file: string): string {
  if (basename(file) === file) return 'Install it, or check PATH.';
  return "Check the path; a relative one starts at the agent's working directory.";
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
