import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cpuOfProgram } from '../harness/child-cpu.mjs';
import { median } from '../harness/statistics.mjs';
import { formatRatio, formatTime, table } from '../report/format.mjs';

const CTX = fileURLToPath(new URL('../../apps/cli/dist/bin.js', import.meta.url));

/** Compares the start of the app with the start of Node. */
export async function runStartup({ rounds, isQuick }, { onProgress, emit }) {
  if (!existsSync(CTX)) return onProgress('startup: apps/cli is not built');
  const runs = isQuick ? 3 : 10;
  const bare = [];
  const app = [];
  for (let round = 0; round < rounds; round++) {
    onProgress(`startup round ${round + 1} of ${rounds}`);
    bare.push(await cpuOfProgram(runs, process.execPath, ['-e', '0']));
    app.push(await cpuOfProgram(runs, process.execPath, [CTX, '--version']));
  }
  const rows = [
    { name: '`node -e 0`', ms: median(bare), ratio: 1 },
    { name: '`ctx --version`', ms: median(app), ratio: median(app.map((ms, round) => ms / bare[round])) },
  ];
  const columns = [
    { title: 'command', of: ({ name }) => name },
    { title: 'CPU', isNumber: true, of: ({ ms }) => formatTime(ms * 1000) },
    { title: '× node', isNumber: true, of: ({ ratio }) => formatRatio(ratio) },
  ];
  emit(`## Start-up\n\n${table(columns, rows)}\n`);
}
