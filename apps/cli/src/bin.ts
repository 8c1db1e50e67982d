#!/usr/bin/env node
import { nodeProblem } from './node-problem.ts';

const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  // Older versions of Node cannot load the rest.
  const { main } = await import('./main.ts');
  process.exitCode = await main(process.argv);
} else {
  process.stderr.write(`ctx: ${problem}\n`);
  process.exitCode = 2;
}
