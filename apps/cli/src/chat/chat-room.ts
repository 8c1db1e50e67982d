import type { Conversation, Team, TeamMember } from '@ctx/team';
import { BODY_INDENT } from '../render/block-writer.ts';
import { wrapText } from '../render/line-wrapper.ts';
import type { MemberStyles } from '../render/member-styles.ts';
import type { FoundSession } from '../sessions/find-session.ts';
import type { Terminal } from '../terminal/terminal.ts';
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
  /** Prints a text that ends with a line end as a block of its own. */
  readonly printBlock: (text: string) => void;
  /** Sets the team task, and resolves when it is on the screen. */
  readonly setTask: (task: string) => Promise<void>;
  /** Runs something that needs the whole screen and the keyboard, such as a pager. */
  readonly borrowScreen: (use: () => Promise<void>) => Promise<void>;
  readonly quit: () => void;
}

/** Prints the answer of a command, one wrapped paragraph per text. The caller makes sure that they are safe to print. */
export function answer({ terminal, printBlock }: ChatRoom, ...texts: readonly string[]): void {
  const { colors } = terminal;
  printBlock(texts.map((text) => `${wrapText(text, terminal.columns(), BODY_INDENT, colors.dim)}\n`).join(''));
}
