import { once } from 'node:events';
import type { ProcessExit } from '@ctx/contract';
import type { AgentProcess } from '../start/start-agent.ts';
import { endFamily } from './end-family.ts';
import { endWithHost } from './end-with-host.ts';
import type { ProcessRow } from './process-table.ts';
import { sampleTree } from './sample-trees.ts';
import { waitForClose } from './wait-for-close.ts';

/** The end of a process and of all it started. */
export interface AgentEnd {
  /** Ends them, if they have not ended by themselves. */
  end(): void;
  /** Resolves when every one of them is gone and everything they wrote was read. */
  readonly ended: Promise<Pick<ProcessExit, 'exitCode' | 'signal'>>;
}

/** What the end depends on. */
export interface AgentEndOptions {
  /** Time between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** The turn's folder, which must not outlive the host either. */
  readonly folder?: string | undefined;
  /** Told now and then who belongs to the process. */
  readonly onSeen: (members: readonly ProcessRow[]) => void;
  readonly isReaderBehind: () => boolean;
}

const EXIT_DEADLINE_MS = 1_000;

/** Watches a process until it and all it started are gone; what it leaves behind is ended. */
export function watchEnd({ child, family }: AgentProcess, options: AgentEndOptions): AgentEnd {
  const { graceMs, folder, onSeen, isReaderBehind } = options;
  const forget = endWithHost(family, folder);
  const stopSampling = sampleTree(family, onSeen);
  const closed = once(child, 'close');
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
      // Not even SIGKILL ends a process that hangs in the kernel; the host does not hang with it.
      ending = endFamily(family, graceMs).then(() => void setTimeout(stopWaiting, EXIT_DEADLINE_MS).unref());
    },
    ended: waitForAll(),
  };
}
