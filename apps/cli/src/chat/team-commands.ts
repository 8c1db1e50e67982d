import { createMemberDirectory } from '@ctx/team';
import stringWidth from 'string-width';
import { membersNamed, requireAgent } from '../addressing/members-named.ts';
import { agentsOf } from '../agents/agents-of.ts';
import { labelledLines } from '../render/labelled-lines.ts';
import { safeLine } from '../terminal/safe-text.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { answer, type ChatRoom } from './chat-room.ts';

/** `/who`: prints the members and what they may do. */
export function who({ team, styles, terminal, printBlock }: ChatRoom): void {
  const labelColumns = Math.max(...team.members.map(({ id }) => stringWidth(styles.name(id))));
  const lines = team.members.flatMap((member) => {
    const kind = member.type === 'human' ? 'human' : `${styles.kind(member.id)}, ${member.permissions}`;
    return labelledLines(kind, {
      label: styles.name(member.id),
      paint: (label) => styles.paint(member.id, label),
      labelColumns,
      columns: terminal.columns(),
      style: terminal.colors.dim,
    });
  });
  printBlock(`${lines.join('\n')}\n`);
}

/** `/to`: chooses who gets the messages that name nobody. */
export function to(room: ChatRoom, typed: string): void {
  const { addressee, team, speaker, styles } = room;
  const names = namesIn(typed, room);
  addressee.choose(names.length === 0 ? undefined : membersNamed(names, { team, self: speaker()?.id }));
  const now = addressee.now().map((id) => styles.name(id));
  if (names.length > 0) answer(room, `Your messages go to ${now.join(', ')}, until you use /to again.`);
  else if (now.length > 0) answer(room, `Your messages go to ${now.join(', ')}, or to the agent that is speaking.`);
  else answer(room, 'Several agents are speaking: begin each message with @name.');
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

/** `/task`: sets the team task; without a text, prints it. */
export async function task(room: ChatRoom, text: string): Promise<void> {
  if (text !== '') return room.setTask(text);
  const { task: current } = room.conversation.status();
  answer(room, current === null ? 'There is no task. Set one: /task what the team works on' : safeLine(current));
}

/** `/model`: chooses an agent's model for this session; with only a name, the team file's; without any, lists them. */
export async function model(room: ChatRoom, typed: string): Promise<void> {
  const { conversation, team, styles, speaker } = room;
  const [name, wanted, ...more] = typed.split(/\s+/u).filter((word) => word !== '');
  if (more.length > 0) throw new UsageError('The name of a model is one word, as in: /model max gpt-5');
  if (name !== undefined) {
    const agent = requireAgent(name.replace(/^@/, ''), team);
    return conversation.setModel(agent.id, wanted ?? null, { by: speaker()?.id });
  }
  const { models } = conversation.status();
  const lines = agentsOf(team).map(
    ({ id, model: own }) => `${styles.name(id)}: ${models.get(id) ?? own ?? 'its default'}`,
  );
  answer(room, ...lines.map(safeLine));
}
