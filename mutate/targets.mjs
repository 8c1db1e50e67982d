/** What is mutated, by the name that `npm run mutate -- <name>` takes: folders, with the tests beside the sources. */
export const TARGETS = [
  { name: 'trimmer', folders: ['packages/trimmer/src'] },
  { name: 'core', folders: ['packages/core/src'] },
  { name: 'team', folders: ['packages/team/src/queue', 'packages/team/src/routing'] },
  { name: 'agent-runner', folders: ['packages/agent-runner/src/stream'] },
];
