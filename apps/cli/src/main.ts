import { CommanderError } from 'commander';
import { createProgram } from './program.ts';
import { describeError, EXIT } from './terminal/describe-error.ts';
import { createTerminal, OutputError } from './terminal/terminal.ts';

/** Runs the command line and gives back the exit code. Nothing below it exits, except a second Ctrl-C. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = createTerminal();
  let exitCode: number = EXIT.done;
  const program = createProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv);
  } catch (error) {
    // Commander has printed what there is to say: help, version, or the mistake.
    if (error instanceof CommanderError) exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    else {
      const described = describeError(error);
      terminal.complain(described.line);
      exitCode = described.exitCode;
    }
  }
  await terminal.flush();
  if (!(terminal.gone.reason instanceof OutputError)) return exitCode;
  terminal.complain(describeError(terminal.gone.reason).line);
  return EXIT.failed;
}
