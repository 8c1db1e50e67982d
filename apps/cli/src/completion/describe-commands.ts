import type { Command, Option } from 'commander';

/** A command, described for a shell's completion. */
export interface CommandDescription {
  readonly name: string;
  readonly does: string;
  readonly options: readonly OptionDescription[];
}

/** An option of a command. */
export interface OptionDescription {
  /** Such as `-q`; missing if there is none. */
  readonly short?: string | undefined;
  /** Such as `--quiet`. */
  readonly long: string;
  readonly does: string;
  readonly takesValue: boolean;
  /** Whether the value names a file. */
  readonly takesFile: boolean;
}

/** Describes all commands. Read from the program itself, so that completion is never out of date. */
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
