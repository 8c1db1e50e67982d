import type { ProcessFamily } from './process-family.ts';
import type { ProcessRow } from './process-table.ts';
import { readProcessTree } from './process-tree.ts';

type Listener = (members: readonly ProcessRow[]) => void;

/** With 110 processes on the machine one sample takes 4 ms, less than one per cent of a CPU. */
const EVERY_MS = 500;
/** The families of all running turns. The process table is read once for all of them. */
const sampled = new Map<ProcessFamily, Listener>();
let timer: NodeJS.Timeout | undefined;

/**
 * Reads a family's tree twice a second until the returned function is called. A process that was seen there stays a
 * member, even if it leaves the tree and the group and clears its environment. Linux only: elsewhere each sample would
 * start a program.
 *
 * @param onSeen called with the members after each sample
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
