// Mutates the sources of each target, one target after the other, and reports the changes that no unit test noticed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { readArguments } from './arguments.mjs';
import { staleExcuses, targetReport, withReport } from './report.mjs';
import { isEnough, scoreOf } from './score.mjs';
import { strykerOptions } from './stryker-options.mjs';
import { survivorsOf } from './survivor.mjs';
import { TARGETS } from './targets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const resultsPath = new URL('RESULTS.md', import.meta.url);
const allNames = TARGETS.map(({ name }) => name);
const settings = readArguments(process.argv.slice(2), allNames);
const excuses = JSON.parse(readFileSync(new URL('survivors.json', import.meta.url), 'utf8'));

for (const target of TARGETS.filter(({ name }) => settings.names.includes(name))) {
  const startedAt = new Date();
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();
  console.log(`Mutating ${target.name} …`);
  // Stryker's processes inherit these variables.
  process.env['MUTATE_TESTS'] = target.tests.join(' ');
  process.env['MUTATE_SLOW_TESTS'] = target.slowTests.join(' ');
  const mutants = await new Stryker(strykerOptions(target, settings)).runMutationTest();
  const score = scoreOf(target, mutants);
  const survivors = survivorsOf(root, mutants);
  const report = targetReport(score, survivors, excuses, { date: startedAt, commit });
  console.log(`Done in ${((Date.now() - startedAt.getTime()) / 60_000).toFixed(1)} minutes.`);
  console.log(withReport('', allNames, report));
  // A run of some files says nothing about the whole target.
  if (settings.files === undefined) {
    const results = existsSync(resultsPath) ? readFileSync(resultsPath, 'utf8') : '';
    writeFileSync(resultsPath, withReport(results, allNames, report));
  }

  const mutatedFiles = new Set(mutants.map(({ fileName }) => relative(root, fileName)));
  for (const { file, code } of staleExcuses(survivors, excuses, mutatedFiles)) {
    console.log(`No longer survives, remove it from survivors.json: ${file}: ${code}`);
  }
  if (!isEnough(score)) {
    console.error(`${target.name}: ${score.percent.toFixed(1)} % killed; ${target.threshold} % are required.`);
    process.exitCode = 1;
  }
}
