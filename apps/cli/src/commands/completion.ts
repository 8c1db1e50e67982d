import type { Command } from 'commander';
import { bashScript } from '../completion/bash-script.ts';
import { describeCommands } from '../completion/describe-commands.ts';
import { fishScript } from '../completion/fish-script.ts';
import { zshScript } from '../completion/zsh-script.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Prints the script that lets a shell complete `ctx` commands. */
export function completion(terminal: Terminal, shell: string, program: Command): number {
  if (!(shell in SCRIPTS)) throw new UsageError(`There is no completion for "${shell}". Use bash, zsh or fish.`);
  terminal.write(SCRIPTS[shell as keyof typeof SCRIPTS](describeCommands(program)));
  return EXIT.done;
}
