import type { ProcessFamily } from './process-family.ts';
import type { ProcessRow } from './process-table.ts';
import { readProcessTree } from './process-tree.ts';

type Listener = (members: readonly ProcessRow[]) => void;

/** With 110 processes on the machine a look takes 4 ms: below one per cent of a processor. */
const EVERY_MS = 500;
/** Those of all running turns: the table of processes is read once for all of them. */
const sampled = new Map<ProcessFamily, Listener>();
let timer: NodeJS.Timeout | undefined;

/**
 * Looks at a family's tree twice a second until the returned function is called, so that a process that was ever
 * seen there stays a member, even if it leaves the tree and the group and clears its environment. Linux only: elsewhere
 * a look means starting a program.
 *
 * @param onSeen called with the members after each look
 */
export function sampleTree(family: ProcessFamily, onSeen: Listener): () => void {
  if (process.platform !== 'linux') return () => {};
  sampled.set(family, onSeen);
  timer ??= setInterval(sampleAll, EVERY_MS).unref();
  return () => {
    sampled.delete(family);
    if (sampled.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function sampleAll(): void {
  const tree = readProcessTree();
  for (const [family, onSeen] of sampled) onSeen(family.noteTree(tree));
}
