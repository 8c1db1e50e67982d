import type { CommandDescription } from './describe-commands.ts';

/** Returns the completion script for bash, loaded with `eval "$(ctx completion bash)"`. Needs only bash. */
export function bashScript(commands: readonly CommandDescription[]): string {
  const cases = commands.map(({ name, options }) => {
    const words = options.flatMap(({ short, long }) => [...(short === undefined ? [] : [short]), long]);
    return `    ${name}) words='${words.join(' ')}' ;;`;
  });
  const files = commands.flatMap(({ options }) => options.filter(({ takesFile }) => takesFile));
  const fileOptions = [...new Set(files.flatMap(({ short, long }) => [short, long]))].filter(
    (flag) => flag !== undefined,
  );
  return `# Completion of ctx for bash. Load it with: eval "$(ctx completion bash)"
_ctx() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=''
  case $before in
    ${fileOptions.join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) [ "\${COMP_WORDS[1]}" = completion ] && COMPREPLY=($(compgen -W 'bash zsh fish' -- "$word")) ;;
  esac
}
complete -o default -F _ctx ctx
`;
}
