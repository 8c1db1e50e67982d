import type { CommandDescription, OptionDescription } from './describe-commands.ts';

/** Returns the completion script for fish, loaded with `ctx completion fish | source`. */
export function fishScript(commands: readonly CommandDescription[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.flatMap(({ name, does, options }) => [
    `complete -c ctx -n "not __fish_seen_subcommand_from ${names}" -f -a ${name} -d ${quote(does)}`,
    ...options.map((option) => optionLine(name, option)),
  ]);
  return `# Completion of ctx for fish. Load it with: ctx completion fish | source
${lines.join('\n')}
complete -c ctx -n "__fish_seen_subcommand_from completion" -f -a "bash zsh fish"
`;
}

function optionLine(command: string, { short, long, does, takesValue, takesFile }: OptionDescription): string {
  const shortFlag = short === undefined ? '' : ` -s ${short.replace('-', '')}`;
  const flags = `-l ${long.replace('--', '')}${shortFlag}${valueFlags(takesValue, takesFile)}`;
  return `complete -c ctx -n "__fish_seen_subcommand_from ${command}" ${flags} -d ${quote(does)}`;
}

function valueFlags(takesValue: boolean, takesFile: boolean): string {
  if (takesFile) return ' -r -F';
  return takesValue ? ' -x' : '';
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
