import type { Command } from 'commander';
import { ALLOW_FULL, TRUST } from '../option-texts.ts';
import { commaList, positiveAmount, positiveCount } from '../option-values.ts';
import type { Terminal } from '../terminal/terminal.ts';

const ENGINE = 'the Postgres that several machines share, postgres://…; default the variable CTX_ENGINE';
const QUEUE = 'a Redis for the queue, redis://…; default the variable CTX_QUEUE, else the queue is in Postgres';

/** The commands that can read sessions from an engine. */
const WITH_SESSIONS: readonly string[] = [
  'run',
  'chat',
  'resume',
  'show',
  'explain',
  'sessions',
  'export',
  'diff',
  'view',
];

/** Adds `--engine` and `--queue` to the existing commands, and the commands `worker` and `engine`. */
export function addEngineCommands(program: Command, terminal: Terminal, done: (exitCode: number) => void): void {
  for (const command of program.commands) {
    if (WITH_SESSIONS.includes(command.name())) command.option('--engine <url>', ENGINE).option('--queue <url>', QUEUE);
  }

  program
    .command('worker')
    .description('run agents for conversations on other machines')
    .option('--engine <url>', ENGINE)
    .option('--queue <url>', QUEUE)
    .option('-t, --team <file>', 'team file; must be the same as for the conversations')
    .option('--can <types>', 'agent types to run, such as codex,claude; default all in the team file', commaList)
    .option('--concurrency <number>', 'turns to run at the same time; default 1', positiveCount)
    .option(
      '--limit <limits>',
      'the most turns of an agent type at the same time, over all workers, such as codex=2',
      commaList,
    )
    .option('--workspace <folder>', 'where members without a cwd work; default this folder')
    .option(
      '--grace <seconds>',
      'how long running turns may take to end when the worker is stopped; default 600',
      positiveAmount,
    )
    .option('--lease <seconds>', 'after how long the turns of a dead worker count as lost; default 60', positiveAmount)
    .option('--allow-full', ALLOW_FULL)
    .option('--trust', TRUST)
    .action(async (options) => done(await (await import('../commands/worker.ts')).worker(terminal, options)));

  program
    .command('engine')
    .description('set up the database that several machines share')
    .argument('<action>', 'setup: create or update the tables; roles: print the SQL that creates the two roles')
    .option('--engine <url>', ENGINE)
    .option('--roles', 'with setup: create the two roles as well')
    .action(async (action, options) =>
      done(await (await import('../commands/engine.ts')).engine(terminal, action, options)),
    );
}
