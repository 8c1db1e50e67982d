import stringWidth from 'string-width';
import { drawInput } from '../input/draw-input.ts';
import { wholeText } from '../input/line-editor.ts';
import { agentRows } from '../render/agent-rows.ts';
import { costLine } from '../render/cost-lines.ts';
import { foldToLine, padToColumns } from '../render/fold-line.ts';
import { wrapText } from '../render/line-wrapper.ts';
import type { AreaContent } from '../terminal/live-area.ts';
import { chatPrompt } from './chat-prompt.ts';
import type { ChatSession } from './chat-session.ts';
import { candidatesOf } from './complete-line.ts';
import type { TypingLine } from './typing-line.ts';

const MAX_INPUT_ROWS = 8;
const MAX_CANDIDATES = 8;

/**
 * The rows at the bottom of the screen: what the agents do, who waits, cost and fill, a hint if there is one, what a
 * command may become, and the input line.
 */
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
  const facts = factsRow(chat, columns);
  const above = ['', ...agents, ...waitingRows(chat, columns), ...facts, ...noteRows, ...candidateRows(chat, line)];
  return {
    rows: [...above, ...input.rows],
    cursor: { row: above.length + input.cursor.row, column: input.cursor.column },
  };
}

/** What the line may become, while a command or a name is being typed. */
function candidateRows({ terminal, team, styles }: ChatSession, line: TypingLine): string[] {
  const { colors } = terminal;
  const [columns, typed] = [terminal.columns(), wholeText(line.draft())];
  const candidates = line.question() === undefined ? candidatesOf(typed, team, styles) : [];
  const shown = candidates.slice(0, Math.max(1, Math.min(MAX_CANDIDATES, terminal.rows() - 8)));
  const labelColumns = Math.max(0, ...shown.map(({ label }) => stringWidth(label)));
  const rows = shown.map(({ label, does }) => {
    const room = columns - labelColumns - 5;
    const text = room < 8 ? '' : colors.dim(foldToLine(does, room));
    return `  ${colors.cyan(padToColumns(foldToLine(label, columns - 3), labelColumns))}  ${text}`;
  });
  const hidden = candidates.length - shown.length;
  return hidden === 0 ? rows : [...rows, colors.dim(`  and ${hidden} more: /help`)];
}

/** What the session has cost so far, and how full the context of each agent is. */
function factsRow({ terminal, team, conversation, styles }: ChatSession, columns: number): string[] {
  const { costs, contextFill } = conversation.status();
  if (costs.turns === 0) return [];
  const fill = [...contextFill].map(([id, share]) => `${styles.name(id)} ${Math.round(share * 100)} %`);
  const parts = [costLine(costs, team), ...(fill.length === 0 ? [] : [`context: ${fill.join(', ')}`])];
  return [terminal.colors.dim(`  ${foldToLine(parts.join(' · '), columns - 3)}`)];
}

function waitingRows({ terminal, conversation, styles }: ChatSession, columns: number): string[] {
  const { waiting, lost } = conversation.status();
  const names = waiting.map(({ member }) => styles.name(member));
  const parts: string[] = [];
  if (names.length > 0) parts.push(`waiting: ${names.join(', ')}`);
  if (lost.length > 0) parts.push(`to decide: ${lost.map(({ turn }) => turn).join(', ')} (/queue)`);
  return parts.length === 0 ? [] : [terminal.colors.dim(`  ${foldToLine(parts.join(' · '), columns - 3)}`)];
}
