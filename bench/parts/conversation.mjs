import { interleave } from '../harness/interleave.mjs';
import { conversationTable } from '../report/conversation-table.mjs';
import { subjectsFor } from '../subjects/index.mjs';
import { CONVERSATIONS } from '../workloads/conversations.mjs';

const BENCH = new URL('../workloads/conversation-bench.mjs', import.meta.url).href;

/** One of (a) to (f). */
export async function runConversation(id, settings, { onProgress, emit }) {
  const subjects = subjectsFor(id, settings);
  const results = await interleave(BENCH, subjects, id, settings, onProgress);
  emit(conversationTable(id, CONVERSATIONS[id], results, settings.versions));
}
