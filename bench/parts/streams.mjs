import { interleave } from '../harness/interleave.mjs';
import { lineGrowth, streamTable } from '../report/stream-table.mjs';
import { STREAM_SUBJECTS } from '../stream-subjects/index.mjs';
import { STREAMS } from '../workloads/streams.mjs';

const BENCH = new URL('../workloads/stream-bench.mjs', import.meta.url).href;

const canSplit = ({ splitName }) => splitName !== undefined;
const asSplitter = (row) => ({ ...row, name: row.splitName });

/** Measures reading 100 MB of each agent's lines, and one long line. */
export async function runStreams(settings, { onProgress, emit }) {
  const { withPeers, subjects, isQuick } = settings;
  const rows = STREAM_SUBJECTS.filter(({ id }) => subjects === undefined || subjects.includes(id)).filter(
    ({ isOwn }) => isOwn || withPeers,
  );
  // One sample reads 100 MB, so a few samples in one process are enough.
  const few = { rounds: Math.min(settings.rounds, isQuick ? 3 : 4), processes: 1 };
  const results = {};
  emit('## Streams\n');
  for (const id of Object.keys(STREAMS)) {
    const { title, lineBytes, isSplitOnly } = STREAMS[id];
    const rowsHere = isSplitOnly ? rows.filter(canSplit).map(asSplitter) : rows;
    results[id] = await interleave(BENCH, rowsHere, id, { ...settings, ...few }, onProgress);
    const sized = lineBytes === undefined ? `${settings.streamBytes / 1e6} MB of ${title}` : title;
    emit(streamTable(sized, results[id], settings.versions));
  }
  emit(lineGrowth(results['line-16'], results['line-64'], settings.versions));
}
