import { type Logger, MAX_TEAM_TASK_BYTES } from '@ctx/contract';
import { byteLength, truncateToBytes } from '@ctx/trimmer';
import { must } from './must.ts';

/** Cuts a task to `MAX_TEAM_TASK_BYTES` and warns if it was longer. @throws TypeError unless it is a string. */
export function limitTeamTask(task: string, logger: Logger): string {
  must(typeof task === 'string', 'The team task must be a string');
  const limited = truncateToBytes(task, MAX_TEAM_TASK_BYTES);
  if (limited !== task) {
    logger.warn(
      `[ContextManager] TeamTask exceeded 5KB limit (${byteLength(task)} bytes), truncated to ${byteLength(limited)} bytes`,
    );
  }
  return limited;
}
