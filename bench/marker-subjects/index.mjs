/** The functions that are measured with hostile text. */
export const MARKER_SUBJECTS = [
  { id: 'lenient', name: '`stripAllMarkers(text)`' },
  { id: 'strict', name: "`stripAllMarkers(text, 'strict')`" },
  { id: 'parse', name: '`parseMarkers(text)`' },
].map((row) => ({ ...row, isOwn: true, mode: 'warm', module: new URL(`./${row.id}.mjs`, import.meta.url).href }));
