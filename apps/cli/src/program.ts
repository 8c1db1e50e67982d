import { Command } from 'commander';
import { describeUsageMistake } from './describe-usage-mistake.ts';
import { addEngineCommands } from './engine/add-engine-commands.ts';
import { ALLOW_FULL, TRUST } from './option-texts.ts';
import { commaList, portNumber, positiveAmount, positiveCount } from './option-values.ts';
import { ownVersion } from './own-version.ts';
import { ownCommand } from './terminal/own-command.ts';
import type { Terminal } from './terminal/terminal.ts';

const TEAM = 'team file; default ctx.team.yaml in this folder or above';
const SESSION = 'session id or its beginning, path of a log file, or last';
const SESSION_OR_LAST = `${SESSION}; default last`;
const TURN = 'turn number such as 3, or last; a number may be given without a session';

/** Commands whose output is read by programs or compared byte by byte. */
const DATA_COMMANDS = ['export', 'prompt', 'diff', 'completion'];

type Done = (exitCode: number) => void;

/** Defines the command line. Each command's code is loaded only when it runs, so that `--help` is quick. */
export function createProgram(terminal: Terminal, done: Done): Command {
  const program = new Command('ctx')
    .description('One conversation, many agents: Claude Code, Codex, Gemini CLI and others as one team.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .addHelpText(
      'after',
      `\nNew here? Start with ${ownCommand()} demo, which needs no setup. Then: doctor, init, chat.`,
    )
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .hook('preAction', (_program, command) => {
      const { json, quiet, prompt } = command.opts();
      if (json || quiet || prompt || DATA_COMMANDS.includes(command.name())) terminal.exact();
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.complain(text.trimEnd()),
      outputError: (text, write) => write(describeUsageMistake(text, ownCommand())),
    });

  addFirstCommands(program, terminal, done);
  addRunCommands(program, terminal, done);
  addShowCommands(program, terminal, done);
  addChangeCommands(program, terminal, done);
  addSessionCommands(program, terminal, done);
  // After the others, because it adds options to them.
  addEngineCommands(program, terminal, done);
  nameInErrors(program.commands, ownCommand());
  return program;
}

// An error names the help of its own command.
function nameInErrors(commands: readonly Command[], above: string): void {
  for (const command of commands) {
    const typed = `${above} ${command.name()}`;
    command.configureOutput({ outputError: (text, write) => write(describeUsageMistake(text, typed)) });
    nameInErrors(command.commands, typed);
  }
}

// The commands for a first try.
function addFirstCommands(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('demo')
    .description('watch three scripted agents fix a bug; needs no setup')
    .option('--json', 'print one JSON event per line')
    .action(async (options) => done(await (await import('./commands/demo.ts')).demo(terminal, options)));

  program
    .command('init')
    .description('write a team file for the agent CLIs found on this machine')
    .option('-t, --team <file>', 'where to write it; default ctx.team.yaml')
    .option('--force', 'overwrite an existing file')
    .action(async (options) => done(await (await import('./commands/init.ts')).init(terminal, options)));

  program
    .command('doctor')
    .description('check which agents can run here, and what is missing')
    .option('-t, --team <file>', TEAM)
    .option('--json', 'print JSON')
    .option('--trust', TRUST)
    .action(async (options) => done(await (await import('./commands/doctor.ts')).doctor(terminal, options)));
}

// The commands that run agents.
function addRunCommands(program: Command, terminal: Terminal, done: Done): void {
  withRunOptions(program.command('run'), 'the first agent')
    .description('send one message and let the agents work until they are done')
    .argument('<message...>', 'the message; - reads it from standard input')
    .action(async (words, options) => done(await (await import('./commands/run.ts')).run(terminal, words, options)));

  withAgentOptions(program.command('chat'))
    .description('talk with the team')
    .action(async (options) => done(await (await import('./commands/chat.ts')).chat(terminal, options)));

  withRunOptions(program.command('resume'), 'the agent that spoke last')
    .description('continue a session')
    .usage('[options] [session ["message"]]')
    .argument('[session]', SESSION_OR_LAST)
    .argument(
      '[message...]',
      'the next message; - reads it from standard input; without one, a chat opens or the waiting agents run',
    )
    .action(async (session, words, options) =>
      done(await (await import('./commands/resume.ts')).resume(terminal, session, words, options)),
    );
}

// The options of the commands that run agents without a chat.
function withRunOptions(command: Command, defaultTo: string): Command {
  const to = `who answers if the message names nobody, such as sarah,max; default ${defaultTo}`;
  return withAgentOptions(
    command
      .option('--to <members>', to, commaList)
      .option('-q, --quiet', 'print only the last answer')
      .option('--json', 'print one JSON event per line, and a summary at the end')
      .option('--timeout <seconds>', 'stop after this long, with exit code 3', positiveAmount),
  );
}

// The options of all commands that run agents.
function withAgentOptions(command: Command): Command {
  return command
    .option('-t, --team <file>', TEAM)
    .option('--trust', TRUST)
    .option('--allow-full', ALLOW_FULL)
    .option('--cut', 'leave out the middle of a message that does not fit an agent')
    .option('--max-cost <usd>', 'stop the team when its known cost reaches this', positiveAmount)
    .option('--max-tokens <tokens>', 'stop the team after this many tokens', positiveAmount)
    .option('--max-minutes <minutes>', 'stop the team when its turns have taken this long', positiveAmount);
}

// The commands that show what was said, or what would be sent. They run no agent.
function addShowCommands(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('show')
    .description('print the transcript of a session, or of one of its turns')
    .argument('[session]', SESSION_OR_LAST)
    .argument('[turn]', TURN)
    .option('--tail <messages>', 'print only this many of the newest messages', positiveCount)
    .option('--tools', 'print also what the tools returned, and what was said between them')
    .option('--json', 'print the records of the log, one per line')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/show.ts')).show(terminal, session, turn, options)),
    );

  program
    .command('explain')
    .description('show what an agent saw in a turn, what was left out, and why')
    .argument('[session]', SESSION_OR_LAST)
    .argument('[turn]', TURN)
    .option('--prompt', 'print the prompt itself, rebuilt from the log')
    .option('--json', 'print JSON')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/explain.ts')).explain(terminal, session, turn, options)),
    );

  program
    .command('prompt')
    .description('print the prompt and flags an agent would get; runs nothing')
    .argument('[message...]', 'the message it would answer')
    .requiredOption('--as <member>', 'the agent')
    .option('-t, --team <file>', TEAM)
    .option('--session <session>', `include the messages of a session: ${SESSION}`)
    .option('--json', 'print JSON, with every character of the prompt')
    .option('--trust', TRUST)
    .action(async (words, options) =>
      done(await (await import('./commands/prompt.ts')).prompt(terminal, words, options)),
    );

  program
    .command('view')
    .description('show what everybody said, saw and did, live in your browser')
    .argument('[session]', SESSION_OR_LAST)
    .option('--no-open', 'print the address without opening a browser')
    .option('--port <port>', 'port to listen on; default a free one', portNumber)
    .option('--host <host>', 'address to listen on; default only this machine can connect')
    .action(async (session, options) =>
      done(await (await import('./commands/view.ts')).view(terminal, session, options)),
    );
}

// The commands for session files, and for the shell.
function addSessionCommands(program: Command, terminal: Terminal, done: Done): void {
  const sessions = program
    .command('sessions')
    .description('list the sessions of this folder; sessions rm removes some')
    .option('--grep <words...>', 'print only the messages that contain these words, in any letter case')
    .option('--json', 'print one JSON object per line')
    .action(async (options) => done(await (await import('./commands/sessions.ts')).sessions(terminal, options)));
  sessions
    .command('rm')
    .description('remove sessions')
    .argument('<sessions...>', SESSION)
    .action(async (wanted) => done(await (await import('./commands/sessions-rm.ts')).removeSessions(terminal, wanted)));

  program
    .command('export')
    .description('print a session as Markdown or JSON, or write it to a file')
    .argument('[session]', SESSION_OR_LAST)
    .option('-f, --format <format>', 'markdown or json; default what the file name says, else markdown')
    .option('-o, --output <file>', 'write to this file')
    .option('--force', 'overwrite an existing file')
    .action(async (session, options) =>
      done(await (await import('./commands/export.ts')).exportSession(terminal, session, options)),
    );

  program
    .command('repair')
    .description('copy the undamaged part of a session into a new session')
    .argument('<session>', SESSION)
    .action(async (session) => done(await (await import('./commands/repair.ts')).repair(terminal, session)));

  program
    .command('completion')
    .description('print the script that lets your shell complete ctx commands')
    .argument('<shell>', 'bash, zsh or fish')
    .action(async (shell) => done((await import('./commands/completion.ts')).completion(terminal, shell, program)));
}

// The commands for the files that agents changed.
function addChangeCommands(program: Command, terminal: Terminal, done: Done): void {
  program
    .command('diff')
    .description('show what agents changed in the work tree')
    .argument('[session]', SESSION_OR_LAST)
    .argument('[turn]', TURN)
    .option('--stat', 'print only the files, with the lines added and removed')
    .option('--json', 'print one JSON object per turn')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/diff.ts')).diff(terminal, session, turn, options)),
    );

  program
    .command('undo')
    .description('undo what an agent changed in a turn, or redo it')
    .usage('[options] [session] <turn>')
    .argument('[session]', SESSION_OR_LAST)
    .argument('[turn]', TURN)
    .option('--force', 'undo even if others worked in the same folder at the same time, or the turn was cut off')
    .option('--cwd <folder>', 'a folder in the work tree of the agent; default this folder')
    .option('--json', 'print JSON')
    .option('--trust', 'trust a session that you did not start on this machine')
    .action(async (session, turn, options) =>
      done(await (await import('./commands/undo.ts')).undo(terminal, session, turn, options)),
    );
}
