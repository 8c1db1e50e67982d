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
      outputError: (text, write) => write(`ctx: ${text.trim().replace(/^error: /, '')}. See: ctx --help`),
    });

  program
    .command('demo')
    .description('a conversation of three scripted agents; needs nothing')
    .option('--json', 'one JSON event a line')
    .action(async (options) => done(await (await import('./commands/demo.ts')).demo(terminal, options)));

  return program;
}

function ownVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}
