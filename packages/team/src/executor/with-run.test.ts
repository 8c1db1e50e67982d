import type { MemberSessions, TurnExecutor } from '@ctx/contract';
import { expect, it } from 'vitest';
import { teamOf } from '../__fixtures__/team-of.ts';
import { createRecordingExecutor } from '../changes/recording-executor.ts';
import { createLiveExecutor } from '../live/live-executor.ts';

class OwnExecutor implements TurnExecutor {
  readonly promptFormat = 'chunks';
  readonly durable = true;
  readonly ended: string[] = [];
  readonly #sessions: MemberSessions = { keep: true, forks: false, cwd: '/work', machine: 'm', home: '/home' };

  async *run() {}

  async sessionsOf() {
    return this.#sessions;
  }

  async endLeftovers(marker: string) {
    this.ended.push(marker);
  }
}

it.each<[string, (executor: TurnExecutor) => TurnExecutor]>([
  ['createLiveExecutor', (executor) => createLiveExecutor(executor)],
  ['createRecordingExecutor', (executor) => createRecordingExecutor(executor, { team: teamOf(['sarah']) })],
])('%s keeps all abilities of an executor that is a class', async (_name, wrap) => {
  const own = new OwnExecutor();
  const wrapped = wrap(own);
  expect([wrapped.promptFormat, wrapped.durable]).toEqual(['chunks', true]);
  expect(await wrapped.sessionsOf?.('sarah')).toEqual(await own.sessionsOf());
  await wrapped.endLeftovers?.('CTX_MARKER');
  expect(own.ended).toEqual(['CTX_MARKER']);
});
