const RUNS_A_SCRIPT = /^npm (?:(test)|run ([\w:-]+))( -- .+)?$/;

/**
 * The scripts of the repo's package.json that a shell block runs, when it does nothing else; undefined otherwise. Such a
 * block is not executed (`npm test` would run itself), only its scripts must exist.
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
