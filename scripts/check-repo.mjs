// Checks the rules of this repo that no other tool knows. Prints a line for each violation; the exit code is then 1.
import { fileURLToPath } from 'node:url';
import { checkRepo } from './repo-check/check-repo.mjs';

const findings = checkRepo(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
for (const finding of findings) console.error(finding);
if (findings.length > 0) {
  console.error(`The repo breaks its own rules in ${findings.length} place${findings.length === 1 ? '' : 's'}.`);
  process.exitCode = 1;
}
