// Mutates the sources of each target, one target after the other, and reports the changes that no unit test noticed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { readArguments } from './arguments.mjs';
import { header, scoreTable, staleExcuses, survivorList } from './report.mjs';
import { isEnough, scoreOf } from './score.mjs';
import { strykerOptions } from './stryker-options.mjs';
import { survivorsOf } from './survivor.mjs';
import { TARGETS } from './targets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = readArguments(
  process.argv.slice(2),
  TARGETS.map(({ name }) => name),
);
const excuses = readJson('survivors.json');
const scores = [];
const survivors = [];
for (const target of TARGETS.filter(({ name }) => settings.names.includes(name))) {
  const startedAt = Date.now();
  console.log(`Mutating ${target.name} …`);
  // Stryker's processes inherit these variables.
  process.env['MUTATE_TESTS'] = target.tests.join(' ');
  process.env['MUTATE_SLOW_TESTS'] = target.slowTests.join(' ');
  const mutants = await new Stryker(strykerOptions(target, settings)).runMutationTest();
  scores.push(scoreOf(target, mutants));
  survivors.push(...survivorsOf(root, mutants));
  console.log(`Done in ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes.`);
}

const report = `${scoreTable(scores)}\n\n${survivorList(survivors, excuses)}`;
console.log(`\n${report}`);
if (settings.out !== undefined) {
  const { dependencies } = readJson('package.json');
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim();
  const run = { strykerVersion: dependencies['@stryker-mutator/core'], commit, date: new Date() };
  const text = `${header(run)}\n${report.trimEnd()}\n`;
  writeFileSync(new URL(settings.out, import.meta.url), text);
  for (const { file, code } of staleExcuses(survivors, excuses)) console.log(`No longer survives: ${file}: ${code}`);
}
for (const { name, percent, threshold } of scores.filter((score) => !isEnough(score))) {
  console.error(`${name}: ${percent.toFixed(1)} % killed; ${threshold} % are required.`);
  process.exitCode = 1;
}

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}
