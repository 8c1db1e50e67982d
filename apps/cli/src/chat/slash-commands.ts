import { type Conversation, createMemberDirectory, type LostTurnDecision, type Team, type TeamMember } from '@ctx/team';
import stringWidth from 'string-width';
import { addressText } from '../addressing/address-text.ts';
import { costLines } from '../render/cost-lines.ts';
import { padToColumns } from '../render/fold-line.ts';
import type { MemberStyles } from '../render/member-styles.ts';
import { describeChanges } from '../render/print-diff.ts';
import { printTurnExplanation } from '../render/print-explanation.ts';
import { printHistory } from '../render/print-history.ts';
import type { FoundSession } from '../sessions/find-session.ts';
import { findTurn, readHistory, type SessionHistory } from '../sessions/session-history.ts';
import { captureOutput } from '../terminal/capture-output.ts';
import { page } from '../terminal/page.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import type { Addressee } from './addressee.ts';

/** Everything the commands of a chat need. */
export interface ChatRoom {
  /** Who gets a text that names nobody. */
  readonly addressee: Addressee;
  readonly terminal: Terminal;
  readonly team: Team;
  readonly conversation: Conversation;
  readonly session: FoundSession;
  readonly styles: MemberStyles;
  /** The member the person speaks as. */
  readonly speaker: () => TeamMember | undefined;
  /** Sets the team task, and resolves when it is on the screen. */
  readonly setTask: (task: string) => Promise<void>;
  /** Runs something that needs the whole screen and the keyboard, such as a pager. */
  readonly borrowScreen: (use: () => Promise<void>) => Promise<void>;
  readonly quit: () => void;
}

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
  '/show': { usage: '/show [turn]', does: 'a whole answer; default the last turn', run: show },
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
  '/quit': { usage: '/quit', does: 'leave; come back with ctx resume', run: ({ quit }) => quit() },
};

/** The names of all commands, for completion. */
export const SLASH_COMMANDS: readonly string[] = Object.keys(COMMANDS);

/** Runs a typed command such as `/drop max`. */
export async function runSlashCommand(room: ChatRoom, typed: string): Promise<void> {
  const [name = ''] = typed.trim().split(/\s/, 1);
  const command = COMMANDS[name.toLowerCase()];
  if (command === undefined)
    remark(room, `There is no command ${safeLine(name)}. See /help. To send it as text, begin with two slashes.`);
  else await command.run(room, typed.trim().slice(name.length).trim());
}

function remark({ terminal }: ChatRoom, text: string): void {
  terminal.write(`  ${terminal.colors.dim(text)}\n`);
}

function help({ terminal }: ChatRoom): void {
  const { colors } = terminal;
  for (const { usage, does } of Object.values(COMMANDS)) {
    terminal.write(`  ${colors.cyan(padToColumns(usage, 16))}  ${colors.dim(does)}\n`);
  }
  const hints: [string, string][] = [
    ['@name …', 'send to that member; @a @b to several, @all to all; \\@ is a literal @'],
    ['Alt-Enter', 'start a new line; a \\ at the end of a line does the same'],
    ['Ctrl-C', 'stop the agent that is speaking; twice: leave'],
  ];
  for (const [typed, does] of hints) {
    terminal.write(`  ${colors.cyan(padToColumns(typed, 16))}  ${colors.dim(does)}\n`);
  }
}

async function task(room: ChatRoom, text: string): Promise<void> {
  if (text !== '') return room.setTask(text);
  const { task: current } = room.conversation.status();
  remark(room, current === null ? 'There is no task. Set one: /task what the team works on' : safeLine(current));
}

function to(room: ChatRoom, names: string): void {
  const { addressee, team, speaker } = room;
  const typed = namesIn(names, room)
    .map((name) => `@${name}`)
    .join(', ');
  addressee.choose(names === '' ? undefined : addressText(typed, { team, self: speaker()?.id, shown: [] }).to);
  const now = addressee.now().map((id) => room.styles.name(id));
  const who = now.length === 0 ? 'nobody, because several agents are speaking' : now.join(', ');
  const until = names === '' ? ', or to the agent that is speaking' : ', until you use /to again';
  remark(room, `Your messages go to ${who}${until}.`);
}

// Commas separate names. So do blanks, unless the words are one member's name. An @ before a name is optional.
function namesIn(names: string, { team }: ChatRoom): string[] {
  const directory = createMemberDirectory(team);
  return names
    .split(',')
    .map((part) => part.trim().replace(/^@/, ''))
    .flatMap((part) => (directory.find(part) === undefined ? part.split(/[\s@]+/) : [part]))
    .filter((name) => name !== '');
}

async function drop(room: ChatRoom, name: string): Promise<void> {
  const dropped = await room.conversation.drop(name === '' ? undefined : requireMember(room, name).id);
  if (dropped === 0) remark(room, name === '' ? 'Nobody is waiting.' : `${safeLine(name)} is not waiting.`);
}

// Before the first message there is no log yet.
async function ownHistory({ conversation, session }: ChatRoom): Promise<SessionHistory> {
  if (conversation.messages().length === 0) throw new UsageError('No agent has had a turn in this session yet.');
  return readHistory(session);
}

async function show(room: ChatRoom, wanted: string): Promise<void> {
  const { terminal } = room;
  const history = await ownHistory(room);
  const { start } = findTurn(history, wanted === '' ? 'last' : wanted);
  const text = captureOutput(terminal, (capturing) => printHistory(history, capturing, { turn: start.turn }));
  await room.borrowScreen(() => page(text, terminal));
}

async function diff(room: ChatRoom, turn: string): Promise<void> {
  const { terminal } = room;
  const text = describeChanges(await ownHistory(room), turn === '' ? undefined : turn, { terminal });
  await room.borrowScreen(() => page(text, terminal));
}

function cost(room: ChatRoom): void {
  const lines = costLines(room.conversation.status().costs, room.team);
  for (const line of lines.length === 0 ? ['No turn yet.'] : lines) remark(room, line);
}

function cancel(room: ChatRoom, name: string): void {
  const { running } = room.conversation.status();
  const member = name === '' ? undefined : requireMember(room, name).id;
  const wanted = running.filter((speaking) => member === undefined || speaking.member === member);
  for (const { turn } of wanted) room.conversation.cancel(turn);
  if (wanted.length > 0) return;
  remark(room, member === undefined ? 'Nobody is speaking.' : `${room.styles.name(member)} is not speaking.`);
}

// Accepts a name with or without @. Throws for an unknown name.
function requireMember({ team }: ChatRoom, name: string): TeamMember {
  return createMemberDirectory(team).require(name.replace(/^@/, ''));
}

/** The choices for a turn that was cut off. */
export function lostHint(turn: string): string {
  return `/again ${turn} runs it again, /skip ${turn} leaves it unanswered, /take ${turn} lets you answer.`;
}

// Without a turn, the oldest one is meant.
async function decide(room: ChatRoom, wanted: string, decision: LostTurnDecision): Promise<void> {
  const lost = room.conversation.status().lost.map(({ turn }) => turn);
  const [turn] = wanted === '' ? lost : lost.filter((id) => id === wanted || id === `turn-${wanted}`);
  if (turn !== undefined) return room.conversation.decide(turn, decision, { by: room.speaker()?.id });
  remark(room, lost.length === 0 ? 'No turn was cut off.' : `Name a turn that was cut off: ${lost.join(', ')}.`);
}

function queue(room: ChatRoom): void {
  const { running, waiting, lost } = room.conversation.status();
  for (const { turn, call } of lost) {
    remark(room, `${room.styles.name(call.member)}’s ${turn} was cut off: ${lostHint(turn)}`);
  }
  if (running.length + waiting.length + lost.length === 0) remark(room, 'Nobody is speaking, and nobody is waiting.');
  for (const { member, turn } of running)
    remark(room, `${room.styles.name(member)} is speaking (${turn.replace('-', ' ')})`);
  for (const { member, intent, replyTo } of waiting) {
    remark(room, `${room.styles.name(member)} is waiting to answer ${replyTo} (${intent})`);
  }
}

function who({ team, styles, terminal }: ChatRoom): void {
  const widest = Math.max(...team.members.map(({ id }) => stringWidth(styles.name(id))));
  for (const member of team.members) {
    const kind = member.type === 'human' ? 'human' : `${styles.kind(member.id)}, ${member.permissions}`;
    terminal.write(
      `  ${styles.paint(member.id, padToColumns(styles.name(member.id), widest))}  ${terminal.colors.dim(kind)}\n`,
    );
  }
}

async function explain(room: ChatRoom, turn: string): Promise<void> {
  printTurnExplanation(room.terminal, await ownHistory(room), turn === '' ? 'last' : turn);
}
