import { oneLine } from '@ctx/agent-runner';
import { Command, InvalidArgumentError, Option } from 'commander';
import { positiveAmount } from './conversation/raised-limits.ts';
import { addEngineCommands } from './engine/add-engine-commands.ts';
import { ownVersion } from './own-version.ts';
import type { Terminal } from './terminal/terminal.ts';

const TRUST = 'agree to whatever the team file would do, for this run';
const SESSION = 'id, the beginning of one, a path, or last';

/** What these print is for other programs, or to be looked at to the byte. */
const DATA_COMMANDS = ['export', 'prompt', 'diff', 'completion'];

type Done = (exitCode: number) => void;

/** The command line. Each command's code is loaded when it is run, so that `--help` and `--version` are quick. */
export function createProgram(terminal: Terminal, done: Done): Command {
  const program = new Command('ctx')
    .description('One conversation, many agents: Claude Code, Codex, Gemini CLI and others as one team.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .addHelpText('after', '\nNew here? ctx demo needs nothing. Then: ctx doctor, ctx init, ctx chat.')
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .hook('preAction', (_program, command) => {
      const { json, quiet, prompt } = command.opts();
      if (json || quiet || prompt || DATA_COMMANDS.includes(command.name())) terminal.exact();
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.complain(text.trimEnd()),
      outputError: (text, write) => write(usageError(text, 'ctx')),
    });

  addFirstSteps(program, terminal, done);
  addTalking(program, terminal, done);
  addLooking(program, terminal, done);
  addDeeds(program, terminal, done);
  addEngineCommands(program, terminal, done);
  addKeeping(program, terminal, done);
  for (const command of program.commands) {
    command.configureOutput({ outputError: (text, write) => write(usageError(text, `ctx ${command.name()}`)) });
  }
  return program;
}

// What somebody new does first.
function addFirstSteps(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('demo')
    .description('a conversation of three scripted agents; needs nothing')
    .option('--json', 'one JSON event a line')
    .action(async (options) => done(await (await import('./commands/demo.ts')).demo(terminal, options)));

  program
    .command('init')
    .description('write a team file for the agent CLIs found on this machine')
    .option('-t, --team <file>', 'where to write it', 'ctx.team.yaml')
    .option('--force', 'overwrite it')
    .action(async (options) => done(await (await import('./commands/init.ts')).init(terminal, options)));

  program
    .command('doctor')
    .description('which agents can run here, and what is missing')
    .option('-t, --team <file>', 'team file')
    .option('--json', 'as JSON')
    .option('--trust', TRUST)
    .action(async (options) => done(await (await import('./commands/doctor.ts')).doctor(terminal, options)));
}

// Conversations.
function addTalking(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('run')
    .description('hold one conversation to its end')
    .argument('<message...>', 'what to say first; - reads it from standard input')
    .option('-t, --team <file>', 'team file')
    .option('--to <members>', 'who answers if the message has no [NEXT]: sarah,max; default the first agent', commaList)
    .option('-q, --quiet', 'print the last answer only')
    .option('--json', 'one JSON event a line, and a summary at the end')
    .option('--timeout <seconds>', 'stop after that long, exit code 3', positiveAmount)
    .option('--allow-full', 'let agents have full access where the team file asks for it')
    .option('--trust', TRUST)
    .addOption(maxCost())
    .addOption(maxTokens())
    .addOption(maxMinutes())
    .action(async (words, options) => done(await (await import('./commands/run.ts')).run(terminal, words, options)));

  program
    .command('chat')
    .description('talk with the team; you are a member')
    .option('-t, --team <file>', 'team file')
    .option('--allow-full', 'let agents have full access where the team file asks for it')
    .option('--trust', TRUST)
    .addOption(maxCost())
    .addOption(maxTokens())
    .addOption(maxMinutes())
    .action(async (options) => done(await (await import('./commands/chat.ts')).chat(terminal, options)));

  program
    .command('resume')
    .description('go on with a session')
    .argument('[session]', SESSION, 'last')
    .argument('[message...]', 'what to say; without it a chat, or what was still to be done')
    .option('-t, --team <file>', 'team file')
    .option(
      '--to <members>',
      'who answers if the message has no [NEXT]: sarah,max; default whoever spoke last',
      commaList,
    )
    .option('-q, --quiet', 'print the last answer only')
    .option('--json', 'one JSON event a line, and a summary at the end')
    .option('--timeout <seconds>', 'stop after that long, exit code 3', positiveAmount)
    .option('--allow-full', 'let agents have full access where the team file asks for it')
    .option('--trust', TRUST)
    .addOption(maxCost())
    .addOption(maxTokens())
    .addOption(maxMinutes())
    .action(async (session, words, options) =>
      done(await (await import('./commands/resume.ts')).resume(terminal, session, words, options)),
    );
}

// What was said and would be sent; runs no agent.
function addLooking(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('show')
    .description('the transcript of a session, or of one of its turns')
    .argument('[session]', SESSION)
    .argument('[turn]', 'its number')
    .option('--tail <messages>', 'only the newest so many', positiveAmount)
    .option('--json', 'the records of the log, one a line')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/show.ts')).show(terminal, session, turn, options)),
    );

  program
    .command('explain')
    .description('what an agent saw in a turn, what was left out, and why')
    .argument('[session]', SESSION)
    .argument('[turn]', 'its number, or last; one argument alone is a turn if it looks like one')
    .option('--prompt', 'print the prompt itself, made again from the log')
    .option('--json', 'as JSON')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/explain.ts')).explain(terminal, session, turn, options)),
    );

  program
    .command('prompt')
    .description('the exact prompt and flags an agent would be sent; runs nothing')
    .argument('[message...]', 'what is said to it')
    .requiredOption('--as <member>', 'the agent')
    .option('-t, --team <file>', 'team file')
    .option('--session <session>', `what was said before: ${SESSION}`)
    .option('--json', 'as JSON, to the byte')
    .option('--trust', TRUST)
    .action(async (words, options) =>
      done(await (await import('./commands/prompt.ts')).prompt(terminal, words, options)),
    );

  program
    .command('view')
    .description('what everybody said, saw, did and cost, live in your browser')
    .argument('[session]', SESSION)
    .option('--no-open', 'only print the address')
    .option('--port <port>', 'default one that is free', portNumber)
    .option('--host <host>', 'an address others can reach; default only this machine')
    .action(async (session, options) =>
      done(await (await import('./commands/view.ts')).view(terminal, session, options)),
    );
}

// Sessions as files, and the shell.
function addKeeping(program: Command, terminal: Terminal, done: Done): void {
  const sessions = program
    .command('sessions')
    .description('the sessions of this folder; sessions rm removes some')
    .option('--json', 'one JSON object a line')
    .action(async (options) => done(await (await import('./commands/sessions.ts')).sessions(terminal, options)));
  sessions
    .command('rm')
    .description('remove sessions')
    .argument('<sessions...>', SESSION)
    .action(async (wanted) => done(await (await import('./commands/sessions-rm.ts')).removeSessions(terminal, wanted)));

  program
    .command('export')
    .description('a session as Markdown or JSON')
    .argument('[session]', SESSION, 'last')
    .option('-f, --format <format>', 'markdown or json; default by the name of the file, else markdown')
    .option('-o, --output <file>', 'write to a file')
    .option('--force', 'overwrite it without a question')
    .action(async (session, options) =>
      done(await (await import('./commands/export.ts')).exportSession(terminal, session, options)),
    );

  program
    .command('repair')
    .description('a new session of what is whole in a damaged one')
    .argument('<session>', SESSION)
    .action(async (session) => done(await (await import('./commands/repair.ts')).repair(terminal, session)));

  program
    .command('completion')
    .description('what your shell needs to complete ctx')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell) => done((await import('./commands/completion.ts')).completion(terminal, shell, program)));
}

// What agents did to files.
function addDeeds(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('diff')
    .description('what an agent changed in the work tree, in a turn or in all of them')
    .argument('[session]', SESSION)
    .argument('[turn]', 'its number, or last; one argument alone is a turn if it looks like one')
    .option('--stat', 'only the files, with the lines added and removed')
    .option('--json', 'one JSON object a turn')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/diff.ts')).diff(terminal, session, turn, options)),
    );

  program
    .command('undo')
    .description('take back what an agent changed in a turn; again brings it back')
    .argument('<session>', `${SESSION}; may be left out`)
    .argument('[turn]', 'its number, or last')
    .option('--force', 'also when others worked in the same folder at the same time')
    .option('--cwd <folder>', 'a folder of the work tree the agent worked in; default this one')
    .option('--json', 'as JSON')
    .option('--trust', 'also for a session that is not yours')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/undo.ts')).undo(terminal, session, turn, options)),
    );
}

// Such as `error: unknown command 'shw'`, a line break, `(Did you mean show?)`.
function usageError(complaint: string, command: string): string {
  const line = oneLine(complaint).replace(/^error: /, '');
  return `ctx: ${line}${/[.)]$/.test(line) ? '' : '.'} See: ${command} --help`;
}

function portNumber(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number up to 65535.');
}

function maxCost(): Option {
  return new Option('--max-cost <usd>', 'stop the team when its known cost reaches this').argParser(positiveAmount);
}

function maxTokens(): Option {
  return new Option('--max-tokens <tokens>', 'stop it at this many tokens').argParser(positiveAmount);
}

function maxMinutes(): Option {
  return new Option('--max-minutes <minutes>', 'stop it when its turns have taken this long').argParser(positiveAmount);
}

function commaList(value: string): string[] {
  return value.split(',').map((name) => name.trim());
}
