import { describeError, fail, quote } from '../problem.ts';
import type { ExecutorUnderTest } from './executor-under-test.ts';
import { collect, turnFor, untilEnd } from './run-turns.ts';

/** If no process has the marker, `endLeftovers` resolves. */
export async function checkNoLeftovers({ executor, marker }: ExecutorUnderTest): Promise<void> {
  if (executor.endLeftovers === undefined) return;
  const unused = requireMarker(marker);
  for (const name of [unused, unused, 'NOT_A_MARKER']) {
    const ending = executor.endLeftovers(name).catch((error: unknown) => {
      fail(
        `endLeftovers() rejected with ${describeError(error)} for a marker that no process has`,
        'Resolve if there is nothing to end',
      );
    });
    await untilEnd(ending, 'endLeftovers() for a marker that no process has');
  }
}

/** `endLeftovers` ends the processes with the marker, and no others. */
export async function checkEndsLeftovers(subject: ExecutorUnderTest): Promise<void> {
  const { executor } = subject;
  if (executor.endLeftovers === undefined) return;
  const [marker, other] = [requireMarker(subject.marker), requireMarker(subject.marker)];
  const abort = new AbortController();
  const bystander = collect(executor, turnFor(subject, 'hangs', { id: 'turn-2', marker: other }), abort.signal);
  const { result } = await collect(executor, turnFor(subject, 'hangs', { marker }), undefined, async (event) => {
    if (event.type === 'text' || event.type === 'text-delta') await executor.endLeftovers!(marker);
  });
  if (result.status === 'completed') {
    fail(
      `A turn whose processes were ended has the status ${quote(result.status)}`,
      'End every process that has the marker',
    );
  }
  abort.abort();
  const { result: others } = await bystander;
  if (others.status !== 'cancelled') {
    fail(
      `A turn with another marker has the status ${quote(others.status)} instead of "cancelled"`,
      'End only processes that have the marker',
    );
  }
}

function requireMarker(marker: ExecutorUnderTest['marker']): string {
  return (
    marker?.() ??
    fail('An executor with endLeftovers is tested without `marker`', 'Add a `marker` that returns the name of a marker')
  );
}
