import { addressText } from '../addressing/address-text.ts';
import { foldToLine } from '../render/fold-line.ts';
import type { ChatSession } from './chat-session.ts';
import { partsOfTyped } from './typed-text.ts';

type Room = Pick<ChatSession, 'terminal' | 'team' | 'styles' | 'speaker'>;

/** The input prompt, such as `Alice → Max ❯ `: who speaks, and who would get the text; `?` if that is not clear. */
export function chatPrompt(room: Room, typed: string, shown: readonly string[], columns: number): string {
  const { terminal, styles, speaker } = room;
  const { colors } = terminal;
  const self = speaker();
  const name = foldToLine(self === undefined ? 'You' : styles.name(self.id), Math.floor(columns / 4));
  const to = addresseesOf(room, typed, shown);
  const names = to?.map((id) => styles.name(id)).join(', ') ?? '?';
  const folded = foldToLine(names === '' ? '?' : names, Math.floor(columns / 4));
  const [only] = to ?? [];
  const painted = to?.length === 1 && only !== undefined ? styles.paint(only, folded) : folded;
  const isCommand = partsOfTyped(typed)[0]?.type === 'command';
  return `${colors.bold(name)} ${isCommand ? '' : `${colors.dim('→')} ${painted} `}${colors.dim('❯')} `;
}

function addresseesOf({ team, speaker }: Room, typed: string, shown: readonly string[]): readonly string[] | undefined {
  try {
    return addressText(typed, { team, self: speaker()?.id, shown }).to;
  } catch {
    return undefined;
  }
}
