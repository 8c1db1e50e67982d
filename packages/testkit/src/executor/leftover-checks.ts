import { describeError, fail, quote } from '../problem.ts';
import type { ExecutorUnderTest } from './executor-under-test.ts';
import { collect, turnFor, withinDeadline } from './run-turns.ts';

/** Where nothing is left, there is nothing to do. */
export async function checkNoLeftovers({ executor, marker }: ExecutorUnderTest): Promise<void> {
  if (executor.endLeftovers === undefined) return;
  const nobodys = requireMarker(marker);
  for (const name of [nobodys, nobodys, 'NOT_A_MARKER']) {
    const ending = executor.endLeftovers(name).catch((error: unknown) => {
      fail(`Ending what is left of nothing threw ${describeError(error)}`, 'Resolve when there is nothing to end');
    });
    await withinDeadline(ending, 'Ending what is left of nothing');
  }
}

/** What carries the marker is ended, and nothing else. */
export async function checkEndsLeftovers(subject: ExecutorUnderTest): Promise<void> {
  const { executor } = subject;
  if (executor.endLeftovers === undefined) return;
  const [marker, other] = [requireMarker(subject.marker), requireMarker(subject.marker)];
  const abort = new AbortController();
  const bystander = collect(executor, turnFor(subject, 'hangs', { id: 'turn-2', marker: other }), abort.signal);
  const { result } = await collect(executor, turnFor(subject, 'hangs', { marker }), undefined, async (event) => {
    if (event.type === 'text' || event.type === 'text-delta') await executor.endLeftovers!(marker);
  });
  if (result.status === 'completed')
    fail(`A turn whose processes were ended is ${quote(result.status)}`, 'End everything that carries the marker');
  abort.abort();
  const { result: others } = await bystander;
  if (others.status !== 'cancelled')
    fail(`A turn with another marker is ${quote(others.status)}`, 'End only what carries the marker');
}

function requireMarker(marker: ExecutorUnderTest['marker']): string {
  return (
    marker?.() ??
    fail('An executor with endLeftovers is tested without `marker`', 'Say how names of such variables are made')
  );
}
