// Fails the build when the repo breaks a rule that no other tool knows: one line per finding.
import { fileURLToPath } from 'node:url';
import { checkRepo } from './repo-check/check-repo.mjs';

const findings = checkRepo(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
for (const finding of findings) console.error(finding);
if (findings.length > 0) {
  console.error(`The repo breaks its own rules in ${findings.length} place${findings.length === 1 ? '' : 's'}.`);
  process.exitCode = 1;
}
