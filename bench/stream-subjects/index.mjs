/** The rows of the stream tables. A row without `splitName` can only parse, not just split. */
export const STREAM_SUBJECTS = [
  { id: 'ctx', name: 'ctx stream reader + driver’s parser → events', splitName: 'ctx stream reader → lines' },
  { id: 'readline', package: 'node:readline', name: 'createInterface, JSON.parse', splitName: 'createInterface' },
  { id: 'split2', package: 'split2', name: 'split2(JSON.parse)', splitName: 'split2()' },
  { id: 'ndjson', package: 'ndjson', name: 'ndjson.parse()' },
  { id: 'byline', package: 'byline', name: 'createStream(), JSON.parse', splitName: 'createStream()' },
  { id: 'binary-split', package: 'binary-split', name: 'split(), JSON.parse', splitName: 'split()' },
  { id: 'it-ndjson', package: 'it-ndjson', name: 'parse(chunks)' },
].map((row) => ({
  ...row,
  isOwn: row.package === undefined,
  mode: 'warm',
  module: new URL(`./${row.id}.mjs`, import.meta.url).href,
}));
