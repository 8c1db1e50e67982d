import { fail } from './problem.ts';

/** Waits for a promise, and fails the check with this problem and advice if that takes longer than `timeoutMs`. */
export async function withinDeadline<T>(
  promise: Promise<T>,
  timeoutMs: number,
  problem: string,
  advice: string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'late');
  });
  try {
    const first = await Promise.race([promise, late]);
    if (first === 'late') fail(problem, advice);
    return first as T;
  } finally {
    clearTimeout(timer);
  }
}
