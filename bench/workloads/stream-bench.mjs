import { createStream } from './streams.mjs';

/** Loads one reader and one stream. The floor is `JSON.parse` of the ready lines. */
export async function loadBench({ module, workload, seed, streamBytes }) {
  const stream = createStream(workload, seed, streamBytes);
  const { create } = await import(module);
  const subject = await create(stream);
  return {
    subject,
    floor: { fresh: () => stream.lines, call: parseAll },
    sampling: { mode: 'warm', messageCount: 1 },
    check: async () => check(await subject.call(subject.fresh(), 0), stream),
  };
}

function parseAll(lines) {
  let objects = 0;
  for (const line of lines) if (JSON.parse(line).type !== undefined) objects++;
  return objects;
}

// Peers return objects, which are counted. Ours returns events, whose text must be the whole answer.
function check({ objects, textLength }, stream) {
  const [actual, expected] = objects === undefined ? [textLength, stream.textLength] : [objects, stream.lines.length];
  const unit = objects === undefined ? 'characters of answer' : 'lines';
  return actual === expected ? 'equal' : `${actual} ${unit} instead of ${expected}`;
}
