/** Every row of the stream tables. */
export const STREAM_SUBJECTS = [
  { id: 'ctx', name: 'ctx line reader + driver’s parser → events' },
  { id: 'readline', package: 'node:readline', name: 'createInterface, JSON.parse' },
  { id: 'split2', package: 'split2', name: 'split2(JSON.parse)' },
  { id: 'ndjson', package: 'ndjson', name: 'ndjson.parse()' },
  { id: 'byline', package: 'byline', name: 'createStream(), JSON.parse' },
  { id: 'binary-split', package: 'binary-split', name: 'split(), JSON.parse' },
  { id: 'it-ndjson', package: 'it-ndjson', name: 'parse(chunks)' },
].map((row) => ({
  ...row,
  isOwn: row.package === undefined,
  mode: 'warm',
  module: new URL(`./${row.id}.mjs`, import.meta.url).href,
}));
