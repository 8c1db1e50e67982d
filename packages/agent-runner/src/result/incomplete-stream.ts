import type { ProcessExit } from '@ctx/contract';
import { stripEscapes } from '../read/escape-stripper.ts';

/** Describes how a process ended that did not finish its answer, with its last lines of stderr. */
export function describeIncompleteStream(agentName: string, exit: ProcessExit): string {
  const lines = lastLines(exit.stderr);
  return `${agentName} ${describeExit(exit)} without finishing its answer${lines === '' ? '.' : `: ${lines}`}`;
}

function describeExit({ exitCode, signal }: ProcessExit): string {
  if (signal !== null) return `was ended by ${signal}`;
  return exitCode === null ? 'ended' : `exited with code ${exitCode}`;
}

const SHOWN_LINES = 3;
const SHOWN_CHARACTERS = 600;
const ERROR_LINE = /^\w*Error\b/;

function lastLines(stderr: string): string {
  // Many programs colour their errors even when stderr is not a terminal.
  const lines = stripEscapes(stderr)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  // Node ends its report of a crash with its own version; the reason stands before the stack.
  const reason = lines.findLast((line) => ERROR_LINE.test(line));
  const shown = lines.at(-1)?.startsWith('Node.js v') && reason !== undefined ? [reason] : lines.slice(-SHOWN_LINES);
  return shown.join(' ').slice(-SHOWN_CHARACTERS);
}

/** The exit code and signal for a result; missing where there is none. */
export function exitOf(exit: ProcessExit): { exitCode?: number; signal?: string } {
  return {
    ...(exit.exitCode === null ? {} : { exitCode: exit.exitCode }),
    ...(exit.signal === null ? {} : { signal: exit.signal }),
  };
}
