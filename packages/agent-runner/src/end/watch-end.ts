import type { ProcessExit } from '@ctx/contract';
import type { AgentProcess } from '../start/start-agent.ts';
import { endFamily } from './end-family.ts';
import { endWithHost } from './end-with-host.ts';
import type { ProcessRow } from './process-table.ts';
import { sampleTree } from './sample-trees.ts';
import { waitForClose } from './wait-for-close.ts';

/** The end of a process and of all processes it started. */
export interface AgentEnd {
  /** Ends them if they are still running. */
  end(): void;
  /** Resolves when all of them are gone and all their output has been read. */
  readonly ended: Promise<Pick<ProcessExit, 'exitCode' | 'signal'>>;
}

/** How a process is ended and watched. */
export interface AgentEndOptions {
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** The turn's folder, which is removed if the host dies. */
  readonly folder?: string | undefined;
  /** Called regularly with the processes that belong to the turn. */
  readonly onSeen: (processes: readonly ProcessRow[]) => void;
  readonly isReaderBehind: () => boolean;
}

const EXIT_DEADLINE_MS = 1_000;

/** Watches a process until it and all processes it started are gone. Processes it leaves running are ended. */
export function watchEnd({ child, family }: AgentProcess, options: AgentEndOptions): AgentEnd {
  const { graceMs, folder, onSeen, isReaderBehind } = options;
  const forget = endWithHost(family, folder);
  const stopSampling = sampleTree(family, onSeen);
  // Not with `once` of `node:events`: that rejects when the child emits an error.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let ending: Promise<void> | undefined;
  let stopWaiting = (): void => {};
  const exited = new Promise<Pick<ProcessExit, 'exitCode' | 'signal'>>((resolve) => {
    child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
    stopWaiting = () => resolve({ exitCode: null, signal: null });
  });

  const waitForAll = async (): Promise<Pick<ProcessExit, 'exitCode' | 'signal'>> => {
    const status = await exited;
    await (ending ?? endFamily(family, graceMs));
    await waitForClose(child, closed, isReaderBehind);
    stopSampling();
    forget();
    return status;
  };

  return {
    end() {
      if (ending !== undefined) return;
      // Even SIGKILL cannot end a process that hangs in the kernel. The host must not hang with it.
      ending = endFamily(family, graceMs).then(() => void setTimeout(stopWaiting, EXIT_DEADLINE_MS).unref());
    },
    ended: waitForAll(),
  };
}
