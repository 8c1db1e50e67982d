import { describe, expect, it } from 'vitest';
import { runAll } from './run-all.mjs';
import { TaskFailure } from './task-failure.mjs';

const failing =
  (message: string, exitCode = 1) =>
  async () => {
    throw new TaskFailure(message, exitCode);
  };

describe('running several tools', () => {
  it('runs all of them, and then says which have failed and what to do', async () => {
    const ran: string[] = [];
    const steps = [
      { run: failing('biome check . failed.', 2), advice: 'Run npm run fix.' },
      { run: async () => void ran.push('rules') },
      { run: failing('tsc failed.') },
      { run: async () => void ran.push('page') },
    ];
    const error = await runAll(steps).catch((reason: unknown) => reason as TaskFailure);
    expect(error).toBeInstanceOf(TaskFailure);
    expect(error).toMatchObject({ message: 'biome check . failed. Run npm run fix.\ntsc failed.', exitCode: 2 });
    expect(ran).toEqual(['rules', 'page']);
  });

  it('resolves if none has failed', async () => {
    await expect(runAll([{ run: async () => {}, advice: 'Run npm run fix.' }])).resolves.toBeUndefined();
  });

  it.each([
    ['Ctrl-C', new TaskFailure('biome failed.', 130)],
    ['an error of its own', new RangeError('mistake')],
  ])('stops at %s', async (_, error) => {
    const run = async () => {
      throw error;
    };
    const never = async () => expect.unreachable();
    await expect(runAll([{ run, advice: 'Run npm run fix.' }, { run: never }])).rejects.toBe(error);
  });
});
