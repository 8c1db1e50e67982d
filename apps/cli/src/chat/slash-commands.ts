import { closestName } from '@ctx/team';
import { labelledLines } from '../render/labelled-lines.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { answer, type ChatRoom } from './chat-room.ts';
import { cancel, decide, drop, queue } from './queue-commands.ts';
import { model, task, to, who } from './team-commands.ts';
import { cost, diff, explain, show } from './turn-commands.ts';

interface SlashCommand {
  readonly usage: string;
  readonly does: string;
  readonly run: (room: ChatRoom, rest: string) => void | Promise<void>;
}

const COMMANDS: Readonly<Record<string, SlashCommand>> = {
  '/help': { usage: '/help', does: 'this list', run: help },
  '/who': { usage: '/who', does: 'who is in the team', run: who },
  '/to': { usage: '/to [names]', does: 'choose who gets your messages; without names, the agent that speaks', run: to },
  '/queue': { usage: '/queue', does: 'who is speaking, and who is waiting', run: queue },
  '/drop': { usage: '/drop [name]', does: 'remove a member from the queue; without a name, everybody', run: drop },
  '/cancel': { usage: '/cancel [name]', does: 'stop an agent; without a name, all that are speaking', run: cancel },
  '/task': { usage: '/task [text]', does: 'show the team task, or set it', run: task },
  '/model': { usage: '/model [name] [model]', does: 'the agents’ models, or choose one for this session', run: model },
  '/show': { usage: '/show [turn] [--tools]', does: 'a whole answer; default the last turn', run: show },
  '/explain': { usage: '/explain [turn]', does: 'what an agent saw; default in the last turn', run: explain },
  '/diff': { usage: '/diff [turn]', does: 'what an agent changed; default in all turns', run: diff },
  '/cost': { usage: '/cost', does: 'what the session has cost so far', run: cost },
  '/again': {
    usage: '/again [turn]',
    does: 'run a cut-off turn again',
    run: (room, turn) => decide(room, turn, 'again'),
  },
  '/skip': {
    usage: '/skip [turn]',
    does: 'leave a cut-off turn unanswered',
    run: (room, turn) => decide(room, turn, 'skip'),
  },
  '/take': {
    usage: '/take [turn]',
    does: 'answer yourself instead of a cut-off turn',
    run: (room, turn) => decide(room, turn, 'take'),
  },
  '/quit': { usage: '/quit', does: 'leave; the conversation can be resumed', run: ({ quit }) => quit() },
};

/** What else `/help` explains. */
const HINTS: readonly (readonly [string, string])[] = [
  ['@name …', 'send to that member; @a @b to several, @all to all; \\@ is a literal @'],
  ['Alt-Enter', 'start a new line; a \\ at the end of a line does the same'],
  ['Tab', 'complete a command or a name'],
  ['Esc', 'stop the agent that is speaking; if none is, clear the line'],
  ['Ctrl-C', 'the same; twice: leave'],
];

const LABEL_COLUMNS = 16;

/** The names of all commands. */
const SLASH_COMMANDS: readonly string[] = Object.keys(COMMANDS);

/** Each command as it is typed and what it does, for completion. */
export const COMMAND_LIST: readonly (readonly [usage: string, does: string])[] = Object.values(COMMANDS).map(
  ({ usage, does }) => [usage, does],
);

/** The known command that a line begins with, such as `/cost` in `/cost/to max`; undefined if there is none. */
export function commandAtStart(line: string): string | undefined {
  const [word = ''] = /^\/[a-z]+/i.exec(line) ?? [];
  return SLASH_COMMANDS.find((name) => name === word.toLowerCase());
}

/** Runs a typed command such as `/drop max`. */
export async function runSlashCommand(room: ChatRoom, typed: string): Promise<void> {
  const [name = ''] = typed.trim().split(/\s/, 1);
  const command = COMMANDS[name.toLowerCase()];
  if (command !== undefined) return command.run(room, typed.trim().slice(name.length).trim());
  const meant = commandAtStart(name) ?? closestName(name, SLASH_COMMANDS);
  const advice = meant === undefined ? 'See /help.' : `Did you mean ${meant}?`;
  answer(room, `There is no command ${safeLine(name)}. ${advice} To send it as text, begin with two slashes.`);
}

function help({ terminal, printBlock }: ChatRoom): void {
  const { colors } = terminal;
  const look = { paint: colors.cyan, style: colors.dim, labelColumns: LABEL_COLUMNS, columns: terminal.columns() };
  const lines = [...COMMAND_LIST, ...HINTS].flatMap(([label, does]) => labelledLines(does, { ...look, label }));
  printBlock(`${lines.join('\n')}\n`);
}
