// Adds up the counts that test runs left: `node sum-counts.mjs FILE RUNS`. Prints `N passed, N failed`; a run that left none
// counts as one failure. The exit code is 1 when anything failed.
import { existsSync, readFileSync } from 'node:fs';

const [file = '', runs = '0'] = process.argv.slice(2);
const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
const counts = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)];

let passed = 0;
let failed = Math.max(0, Number(runs) - counts.length);
for (const [, runPassed, runFailed] of counts) {
  passed += Number(runPassed);
  failed += Number(runFailed);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
