import { addressText } from '../addressing/address-text.ts';
import { foldToLine } from '../render/fold-line.ts';
import type { ChatSession } from './chat-session.ts';
import { beginsWithCommand } from './typed-text.ts';

type Chat = Pick<ChatSession, 'terminal' | 'team' | 'styles' | 'speaker'>;

/** The input prompt, such as `Alice → Max ❯ `: who speaks, and who would get the text; `?` if that is not clear. */
export function chatPrompt(chat: Chat, typed: string, shown: readonly string[], columns: number): string {
  const { terminal, styles, speaker } = chat;
  const { colors } = terminal;
  const self = speaker();
  const room = Math.floor(columns / 4);
  const name = colors.bold(foldToLine(self === undefined ? 'You' : styles.name(self.id), room));
  const sign = colors.dim('❯');
  if (beginsWithCommand(typed)) return `${name} ${sign} `;
  const to = addresseesOf(chat, typed, shown);
  const names = foldToLine(to.map((id) => styles.name(id)).join(', ') || '?', room);
  const [only] = to;
  const painted = only !== undefined && to.length === 1 ? styles.paint(only, names) : names;
  return `${name} ${colors.dim('→')} ${painted} ${sign} `;
}

// Empty if it is not clear who would get the text.
function addresseesOf({ team, speaker }: Chat, typed: string, shown: readonly string[]): readonly string[] {
  try {
    return addressText(typed, { team, self: speaker()?.id, shown }).to;
  } catch {
    return [];
  }
}
