import { costLines } from '../render/cost-lines.ts';
import { describeChanges } from '../render/print-diff.ts';
import { printTurnExplanation } from '../render/print-explanation.ts';
import { printHistory } from '../render/print-history.ts';
import { findTurn, NO_TURN_YET, readHistory, type SessionHistory } from '../sessions/session-history.ts';
import { captureOutput } from '../terminal/capture-output.ts';
import { page } from '../terminal/page.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { answer, type ChatRoom } from './chat-room.ts';

// Before the first message there is no log yet.
async function ownHistory({ conversation, session }: ChatRoom): Promise<SessionHistory> {
  if (conversation.messages().length === 0) throw new UsageError(NO_TURN_YET);
  return readHistory(session);
}

/** `/show`: shows a whole answer; without a turn, the last one; with `--tools`, what its tools returned. */
export async function show(room: ChatRoom, wanted: string): Promise<void> {
  const history = await ownHistory(room);
  const words = wanted.split(/\s+/u).filter((word) => word !== '');
  const tools = words.includes('--tools');
  const { turn } = findTurn(history, words.find((word) => word !== '--tools') ?? 'last').start;
  const text = captureOutput(room.terminal, (capturing) => printHistory(history, capturing, { turn, tools }));
  await showPage(room, text);
}

/** `/diff`: shows what a turn changed; without a turn, what all of them did. */
export async function diff(room: ChatRoom, turn: string): Promise<void> {
  const { terminal } = room;
  await showPage(room, describeChanges(await ownHistory(room), turn === '' ? undefined : turn, { terminal }));
}

async function showPage({ terminal, borrowScreen, printBlock }: ChatRoom, text: string): Promise<void> {
  await borrowScreen(() => page(text, { ...terminal, write: printBlock }));
}

/** `/explain`: prints what an agent saw in a turn; without a turn, in the last one. */
export async function explain(room: ChatRoom, turn: string): Promise<void> {
  const history = await ownHistory(room);
  const print = (capturing: ChatRoom['terminal']) =>
    printTurnExplanation(capturing, history, turn === '' ? 'last' : turn);
  room.printBlock(captureOutput(room.terminal, print));
}

/** `/cost`: prints what the session has cost so far. */
export function cost(room: ChatRoom): void {
  const lines = costLines(room.conversation.status().costs, room.team);
  answer(room, ...(lines.length === 0 ? [NO_TURN_YET] : lines));
}
