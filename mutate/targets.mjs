/**
 * The targets, by the name that `npm run mutate -- <name>` takes: the sources to mutate, the tests beside them that
 * run, and the lowest percentage of mutants that these tests must kill.
 */
export const TARGETS = [
  whole('trimmer', 'packages/trimmer', 85),
  whole('core', 'packages/core', 85),
  part('team', 'packages/team', 85, ['src/{queue,routing}/**/*']),
  part('agent-runner', 'packages/agent-runner', 85, ['src/read/**/*', 'src/run/event-channel']),
  part('tokens', 'packages/tokens', 80, ['src/**/*'], ['huge-text']),
  part('model-context', 'packages/model-context', 80, ['src/**/*'], ['huge-answer']),
  part(
    'session-log',
    'packages/team',
    80,
    ['src/session/**/*'],
    ['killed-writer', 'follow-killed-writer', 'contended-lock', 'forbidden-folder'],
  ),
  part(
    'drivers',
    'packages/agent-runner',
    80,
    ['src/drivers/{claude,codex,command,gemini}/*', 'src/drivers/*'],
    ['conformance'],
  ),
];

/** @param {string} name @param {string} folder @param {number} threshold */
function whole(name, folder, threshold) {
  return part(name, folder, threshold, ['src/**/*']);
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {number} threshold
 * @param {readonly string[]} places without `.ts`
 * @param {readonly string[]} [slowTests] names of test files that take seconds and are left out
 */
function part(name, folder, threshold, places, slowTests = []) {
  return {
    name,
    folder,
    threshold,
    sources: places.map((place) => `${place}.ts`),
    tests: places.map((place) => `${place}.test.ts`),
    slowTests: slowTests.map((file) => `**/${file}.test.ts`),
  };
}
