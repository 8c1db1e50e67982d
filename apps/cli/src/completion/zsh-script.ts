import type { CommandDescription, OptionDescription } from './describe-commands.ts';

/** Returns the completion script for zsh: a file `_ctx` in `$fpath`, or `source <(ctx completion zsh)` after `compinit`. */
export function zshScript(commands: readonly CommandDescription[]): string {
  const list = commands.map(({ name, does }) => {
    const entry = `${name}:${does.replaceAll(':', '\\:')}`;
    return `    ${quote(entry)}`;
  });
  const cases = commands.map(({ name, options }) => {
    const rest = name === 'completion' ? "'1:shell:(bash zsh fish)'" : "'*:: :_default'";
    return `    ${name}) _arguments ${[...options.map(optionSpec), rest].join(' ')} ;;`;
  });
  return `#compdef ctx
# Completion of ctx for zsh. Load it with: source <(ctx completion zsh)
_ctx() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _ctx ]; then _ctx "$@"; else compdef _ctx ctx; fi
`;
}

function optionSpec({ short, long, does, takesValue, takesFile }: OptionDescription): string {
  const what = `[${does.replace(/[[\]]/g, '\\$&').replaceAll(':', '\\:')}]`;
  const rest = what + valueSpec(takesValue, takesFile);
  if (short === undefined) return quote(long + rest);
  return `'(${short} ${long})'{${short},${long}}${quote(rest)}`;
}

function valueSpec(takesValue: boolean, takesFile: boolean): string {
  if (takesFile) return ':file:_files';
  return takesValue ? ':value: ' : '';
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
