/**
 * What is mutated, by the name that `npm run mutate -- <name>` takes, and the tests that are asked: those beside the
 * sources, none that starts a process.
 */
export const TARGETS = [
  { name: 'trimmer', folder: 'packages/trimmer', sources: ['src/**/*.ts'], tests: ['src/**/*.test.ts'] },
  { name: 'core', folder: 'packages/core', sources: ['src/**/*.ts'], tests: ['src/**/*.test.ts'] },
  {
    name: 'team',
    folder: 'packages/team',
    sources: ['src/{queue,routing}/**/*.ts'],
    tests: ['src/{queue,routing}/**/*.test.ts'],
  },
  {
    name: 'agent-runner',
    folder: 'packages/agent-runner',
    sources: ['src/read/**/*.ts', 'src/run/event-channel.ts'],
    tests: ['src/read/**/*.test.ts', 'src/run/event-channel.test.ts'],
  },
];
