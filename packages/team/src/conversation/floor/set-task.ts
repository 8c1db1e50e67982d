import type { IContextProvider } from '@ctx/contract';
import type { Consequences } from '../telling/tell.ts';

/** Sets the team task, or takes it away with `null`. `by` is the id of whoever wants it so. */
export function setTask(context: IContextProvider, task: string | null, by: string, at: number): Consequences {
  context.setTeamTask(task);
  // The context may have cut it; what it kept counts.
  const kept = context.getTeamTask();
  return { records: [{ type: 'task', task: kept, by, at }], events: [{ type: 'task', task: kept, by }] };
}
