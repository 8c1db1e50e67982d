// `node sum-counts.mjs FILE RUNS`: lists the failures that test runs wrote into FILE, adds up their counts and prints
// `N passed, N failed`. A run without a count is one failure. The exit code is 1 if anything failed.
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
for (const [failure] of text.matchAll(/^FAILED: .*$/gm)) console.log(failure);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
