import { interleave } from '../harness/interleave.mjs';
import { conversationTable } from '../report/conversation-table.mjs';
import { subjectsFor } from '../subjects/index.mjs';
import { CONVERSATIONS } from '../workloads/conversations.mjs';

const BENCH = new URL('../workloads/conversation-bench.mjs', import.meta.url).href;

const MAX_ROUNDS_OF_TURNS = 4;

/** Measures one of the conversations (a) to (f). */
export async function runConversation(id, settings, { onProgress, emit }) {
  const subjects = subjectsFor(id, settings);
  // A sample of (f) has two thousand turns, so a few samples are enough.
  const rounds = CONVERSATIONS[id].turns ? Math.min(settings.rounds, MAX_ROUNDS_OF_TURNS) : settings.rounds;
  const results = await interleave(BENCH, subjects, id, { ...settings, rounds }, onProgress);
  emit(conversationTable(id, CONVERSATIONS[id], results, settings.versions));
}
