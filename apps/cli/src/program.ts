import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import type { Terminal } from './terminal/terminal.ts';

/** The command line. Each command's code is loaded when it is run, so that `--help` and `--version` are quick. */
export function createProgram(terminal: Terminal, done: (exitCode: number) => void): Command {
  const program = new Command('ctx')
    .description('One conversation, many agents: Claude Code, Codex, Gemini CLI and others as one team.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.complain(text.trimEnd()),
      outputError: (text, write) => write(oneLine(text)),
    });

  program
    .command('demo')
    .description('a conversation of three scripted agents; needs nothing')
    .option('--json', 'one JSON event a line')
    .action(async (options) => done(await (await import('./commands/demo.ts')).demo(terminal, options)));

  program
    .command('show')
    .description('the transcript of a session')
    .argument('[session]', 'id, the beginning of one, a path, or last', 'last')
    .option('--json', 'the records of the log, one a line')
    .action(async (session, options) =>
      done(await (await import('./commands/show.ts')).show(terminal, session, options)),
    );

  program
    .command('explain')
    .description('what an agent saw in a turn, what was left out, and why')
    .argument('<session>', 'id, the beginning of one, a path, or last')
    .argument('<turn>', 'its number, or last')
    .option('--json', 'as JSON')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/explain.ts')).explain(terminal, session, turn, options)),
    );

  program
    .command('sessions')
    .description('the sessions of this folder')
    .option('--json', 'one JSON object a line')
    .action(async (options) => done(await (await import('./commands/sessions.ts')).sessions(terminal, options)));

  return program;
}

// Such as `error: unknown command 'shw'`, a line break, `(Did you mean show?)`.
function oneLine(complaint: string): string {
  const line = complaint
    .trim()
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ');
  return `ctx: ${line}${line.endsWith(')') ? '' : '.'} See: ctx --help`;
}

function ownVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
