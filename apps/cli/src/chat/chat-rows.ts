import { drawInput } from '../input/draw-input.ts';
import { wholeText } from '../input/line-editor.ts';
import { agentRows } from '../render/agent-rows.ts';
import { foldToLine } from '../render/fold-line.ts';
import { wrapText } from '../render/line-wrapper.ts';
import type { AreaContent } from '../terminal/live-area.ts';
import { chatPrompt } from './chat-prompt.ts';
import type { ChatSession } from './chat-session.ts';
import type { TypingLine } from './typing-line.ts';

const MAX_INPUT_ROWS = 8;

/** The rows at the bottom of the screen: what the agents do, who waits, a hint if there is one, and the input line. */
export function chatRows(chat: ChatSession, line: TypingLine, frame: number, hint?: string): AreaContent {
  const { terminal, view, styles } = chat;
  const { colors } = terminal;
  const [columns, rows] = [terminal.columns(), terminal.rows()];
  const prompt = line.question() ?? chatPrompt(chat, wholeText(line.draft()), line.to(), columns);
  const input = drawInput(line.draft(), { prompt, columns, maxRows: Math.max(1, Math.min(MAX_INPUT_ROWS, rows - 4)) });
  const maxRows = Math.max(1, Math.min(Math.floor(rows / 2), rows - input.rows.length - 3));
  const current = view.current()?.turn;
  const agents = agentRows(view.running(), { columns, maxRows, frame, styles, colors, current });
  const notes = [line.refusal(), hint].filter((text) => text !== undefined);
  const noteRows = notes.flatMap((text) => wrapText(text, columns, '', colors.yellow).split('\n'));
  const above = ['', ...agents, ...waitingRows(chat, columns), ...noteRows];
  return {
    rows: [...above, ...input.rows],
    cursor: { row: above.length + input.cursor.row, column: input.cursor.column },
  };
}

function waitingRows({ terminal, conversation, styles }: ChatSession, columns: number): string[] {
  const { waiting, lost } = conversation.status();
  const names = waiting.map(({ member }) => styles.name(member));
  const parts: string[] = [];
  if (names.length > 0) parts.push(`waiting: ${names.join(', ')}`);
  if (lost.length > 0) parts.push(`to decide: ${lost.map(({ turn }) => turn).join(', ')} (/queue)`);
  return parts.length === 0 ? [] : [terminal.colors.dim(`  ${foldToLine(parts.join(' · '), columns - 3)}`)];
}
