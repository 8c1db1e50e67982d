import type { Command, Option } from 'commander';

/** A command as a shell completes it. */
export interface CommandDescription {
  readonly name: string;
  readonly does: string;
  readonly options: readonly OptionDescription[];
}

/** One of its options. */
export interface OptionDescription {
  /** `-q`; missing where there is none. */
  readonly short?: string | undefined;
  /** `--quiet`. */
  readonly long: string;
  readonly does: string;
  readonly takesValue: boolean;
  /** Whether the value names a file. */
  readonly takesFile: boolean;
}

/** What the command line knows, read from the program itself, so that it is never out of date. */
export function describeCommands(program: Command): CommandDescription[] {
  return program.commands.map((command) => ({
    name: command.name(),
    does: command.description(),
    options: [...command.options.map(describeOption), HELP],
  }));
}

const HELP: OptionDescription = {
  short: '-h',
  long: '--help',
  does: 'print help',
  takesValue: false,
  takesFile: false,
};

function describeOption({ short, long, description, flags }: Option): OptionDescription {
  return {
    short: short ?? undefined,
    long: long ?? flags,
    does: description,
    takesValue: /[<[]/.test(flags),
    takesFile: /<(?:file|folder)>/.test(flags),
  };
}
