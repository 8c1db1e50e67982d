import { expect, it } from 'vitest';
import { nodeProblem } from './node-problem.ts';

it.each(['16.20.2', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])('Node %s is refused in one sentence', (version) => {
  expect(nodeProblem(version)).toBe(
    `ctx needs Node 20.19 or newer, or 22.12 or newer; this is ${version}. Get one from https://nodejs.org`,
  );
});

it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0', process.versions.node])('Node %s runs ctx', (version) => {
  expect(nodeProblem(version)).toBeUndefined();
});
