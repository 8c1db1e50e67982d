import { closeEngines } from './engine/opened-engines.ts';
import { ownVersion } from './own-version.ts';
import { EXIT } from './terminal/exit-codes.ts';
import { createTerminal, OutputError, type Terminal } from './terminal/terminal.ts';

/** Runs the command line and returns the exit code. Only a second Ctrl-C exits the process directly. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = createTerminal();
  const exitCode = await perform(argv, terminal);
  await terminal.flush();
  if (!(terminal.gone.reason instanceof OutputError)) return exitCode;
  const { describeError } = await import('./terminal/describe-error.ts');
  terminal.complain(describeError(terminal.gone.reason).text);
  return EXIT.failed;
}

async function perform(argv: readonly string[], terminal: Terminal): Promise<number> {
  // Scripts call this often, and loading the command-line parser or @ctx/team would take longer than the answer.
  if (argv.length === 3 && ['--version', '-V', '-v'].includes(argv[2]!)) {
    terminal.write(`${ownVersion()}\n`);
    return EXIT.done;
  }
  let exitCode: number = EXIT.done;
  try {
    const { createProgram } = await import('./program.ts');
    const program = createProgram(terminal, (code) => {
      exitCode = code;
    });
    await program.parseAsync(withHelpOption(argv));
    return exitCode;
  } catch (error) {
    // Commander has already printed the help, the version or the mistake.
    if (isCommanderError(error)) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const { describeError } = await import('./terminal/describe-error.ts');
    const described = describeError(error);
    terminal.complain(described.text);
    return described.exitCode;
  } finally {
    await closeEngines();
  }
}

// `ctx help run` is `ctx run --help`.
function withHelpOption(argv: readonly string[]): string[] {
  const [node = '', script = '', first, ...rest] = argv;
  return first === 'help' ? [node, script, ...rest, '--help'] : [...argv];
}

function isCommanderError(error: unknown): error is { readonly exitCode: number } {
  return error instanceof Error && String((error as { code?: unknown }).code).startsWith('commander.');
}
