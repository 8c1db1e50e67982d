const RUNS_A_SCRIPT = /^npm (?:(test)|run ([\w:-]+))( -- .+)?$/;

/**
 * The scripts of the repo's package.json that a shell block runs; undefined if the block runs anything else. Such a block
 * is not executed, because `npm test` would run itself, but its scripts must exist.
 */
export function repoScriptsIn(shell: string): string[] | undefined {
  const commands = shell
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  const scripts = commands.map((command) => {
    const match = RUNS_A_SCRIPT.exec(command);
    return match?.[1] ?? match?.[2];
  });
  return scripts.every((script) => script !== undefined) ? scripts : undefined;
}
