import type { Command } from 'commander';
import { bashScript } from '../completion/bash-script.ts';
import { describeCommands } from '../completion/describe-commands.ts';
import { fishScript } from '../completion/fish-script.ts';
import { zshScript } from '../completion/zsh-script.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

const SCRIPTS = new Map([
  ['bash', bashScript],
  ['zsh', zshScript],
  ['fish', fishScript],
]);

/** Prints the script that lets a shell complete `ctx` commands. */
export function completion(terminal: Terminal, shell: string, program: Command): number {
  const scriptFor = SCRIPTS.get(shell);
  if (scriptFor === undefined) throw new UsageError(`There is no completion for "${shell}". Use bash, zsh or fish.`);
  terminal.write(scriptFor(describeCommands(program)));
  return EXIT.done;
}
