import type { IContextProvider } from '@ctx/contract';
import type { Consequences } from '../output/record-and-publish.ts';

/**
 * Sets the team task, or removes it with `null`. `by` is the id of the member who sets it.
 * @throws TypeError for a task that is blank.
 */
export function setTask(context: IContextProvider, task: string | null, by: string, at: number): Consequences {
  if (task !== null) requireTask(task);
  context.setTeamTask(task);
  // The context may have shortened it.
  const kept = context.getTeamTask();
  return { records: [{ type: 'task', task: kept, by, at }], events: [{ type: 'task', task: kept, by }] };
}

function requireTask(task: string): void {
  if (typeof task === 'string' && task.trim() !== '') return;
  throw new TypeError('A task must be a text that is not blank; null removes the task');
}
