import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';

const ENGINE = 'a Postgres that many machines share, postgres://…; default the variable CTX_ENGINE';
const QUEUE = 'a Redis for its queue, redis://…; default the variable CTX_QUEUE, else the queue is in the Postgres';

/** The commands whose sessions may be in an engine. */
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

/** Adds `--engine` to the commands that are there, and the two commands that are about engines. */
export function addEngineCommands(program: Command, terminal: Terminal, done: (exitCode: number) => void): void {
  const list = (value: string) => value.split(',').map((name) => name.trim());
  for (const command of program.commands) {
    if (WITH_SESSIONS.includes(command.name())) command.option('--engine <url>', ENGINE).option('--queue <url>', QUEUE);
  }

  program
    .command('worker')
    .description('run turns of the team for conversations on other machines')
    .option('--engine <url>', ENGINE)
    .option('--queue <url>', QUEUE)
    .option('-t, --team <file>', 'team file; the same as where the conversations are')
    .option('--can <types>', 'agent types to run: codex,claude; default all of the team file', list)
    .option('--concurrency <number>', 'turns at the same time', '1')
    .option('--limit <limits>', 'codex=2: so many turns of a type at the same time, over all workers', list)
    .option('--workspace <folder>', 'where members without a cwd work; default this folder')
    .option('--grace <seconds>', 'time for turns to end when it is stopped', '600')
    .option('--lease <seconds>', 'how long a worker that is gone keeps its turns', '60')
    .option('--allow-full', 'let agents have full access where the team file asks for it')
    .option('--trust', 'agree to whatever the team file would do, for this run')
    .action(async (options) => done(await (await import('../commands/worker.ts')).worker(terminal, options)));

  program
    .command('engine')
    .description('prepare a database for many machines')
    .argument('<action>', 'setup: make the tables, or bring them up to date; roles: print the SQL of the two roles')
    .option('--engine <url>', ENGINE)
    .option('--roles', 'with setup: make the two roles as well')
    .action(async (action, options) =>
      done(await (await import('../commands/engine.ts')).engine(terminal, action, options)),
    );
}
