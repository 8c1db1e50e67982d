import { interleave } from '../harness/interleave.mjs';
import { MARKER_SUBJECTS } from '../marker-subjects/index.mjs';
import { markerTable } from '../report/marker-table.mjs';
import { MARKER_WORKLOADS } from '../workloads/marker-texts.mjs';

const BENCH = new URL('../workloads/marker-bench.mjs', import.meta.url).href;

/** Measures the marker functions with hostile text. */
export async function runMarkers(settings, { onProgress, emit }) {
  const results = {};
  for (const workload of MARKER_WORKLOADS) {
    results[workload] = await interleave(BENCH, MARKER_SUBJECTS, workload, settings, onProgress);
  }
  emit(markerTable(MARKER_SUBJECTS, results));
}
