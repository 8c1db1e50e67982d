import { describe, expect, it } from 'vitest';
import type { ProcessRow } from './process-table.ts';
import { readProcessTree } from './process-tree.ts';

const row = (pid: number, parentPid: number, startedAt = '1'): ProcessRow => ({
  pid,
  parentPid,
  groupId: pid,
  startedAt,
});
const pids = (rows: readonly ProcessRow[]): number[] => rows.map(({ pid }) => pid).sort((a, b) => a - b);

describe('the process tree', () => {
  it('contains this process, with its start time', () => {
    const [self] = readProcessTree().descendants([{ pid: process.pid, startedAt: '' }]);
    expect(self).toMatchObject({ pid: process.pid, parentPid: process.ppid });
    expect(readProcessTree().find(self!)).toEqual(self);
  });

  it('finds descendants at any depth, for several roots', () => {
    const tree = readProcessTree([row(1, 0), row(5, 4), row(2, 1), row(4, 2), row(3, 1), row(9, 8)]);
    expect(pids(tree.descendants([row(2, 1)]))).toEqual([2, 4, 5]);
    expect(pids(tree.descendants([row(4, 1), row(9, 1), row(5, 1)]))).toEqual([4, 5, 9]);
  });

  it('does not confuse a process with an earlier one that had the same PID', () => {
    const tree = readProcessTree([row(2, 1, '700'), row(3, 2, '701')]);
    expect(tree.find({ pid: 2, startedAt: '600' })).toBeUndefined();
    expect(tree.descendants([{ pid: 2, startedAt: '600' }])).toEqual([]);
    expect(pids(tree.descendants([{ pid: 2, startedAt: '' }]))).toEqual([2, 3]);
  });

  it('visits each process once, in a wide or deep tree', () => {
    let looks = 0;
    const counted = (pid: number, parentPid: number): ProcessRow => ({
      get pid() {
        looks += 1;
        return pid;
      },
      parentPid,
      groupId: 1,
      startedAt: '1',
    });
    const table = Array.from({ length: 20_000 }, (_, index) => counted(index + 2, index % 2 === 0 ? 2 : index + 1));
    expect(readProcessTree([row(2, 1), ...table.slice(1)]).descendants([row(2, 1)])).toHaveLength(20_000);
    expect(looks).toBeLessThan(3 * table.length);
  });
});
