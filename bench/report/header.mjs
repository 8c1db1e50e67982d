import { cpus, totalmem } from 'node:os';
import { PEERS } from '../subjects/index.mjs';
import { formatName, table } from './format.mjs';

/** The beginning of RESULTS.md: how the results were measured and how to read them. */
export function header(settings, startedAt) {
  const { seed, rounds, processes, targetUs, maxSeconds, maxMegabytes, versions } = settings;
  const columns = [
    { title: 'peer', of: (row) => formatName(row, versions) },
    { title: 'what it does, compared with ctx', of: ({ does }) => does },
  ];
  return `# Results

Written by \`${command()}\` on ${startedAt.toISOString().slice(0, 10)}. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${machine()}.
Seed ${seed}, ${rounds} rounds over ${processes} processes per row, samples of at least ${targetUs / 1000} ms of CPU time; a peer may take ${maxSeconds} s per sample and ${maxMegabytes} MB.

How to read it:

* **CPU** is the CPU time of the whole process, including the garbage collector's threads. It is the median of the rounds.
* **× floor** is the median of the rounds' ratios to the floor, which is measured in the same process at the same time.
  The floor is one \`Array.join\` of ready parts: it knows beforehand what to keep, and every line is a ready string.
* Each row has its own processes. A round takes one sample of each row of a table.
* A sample of (f) has 2,000 turns and a sample of a stream 100 MB. These get at most 4 rounds, streams in one process.
* *First time* means messages that were never assembled before. Our other rows assemble the same conversation again.
* Peers get every line ready-made, in messages created beforehand, and count bytes instead of tokens. Ours get the
  original conversation and make the lines themselves.
* A peer that returns a *list* has made no text. Compare it with our *chunks only*, which is also a list. Unlike our strings
  and the floor, it does not join the lines, so a ratio below 1 does not mean a faster prompt.
* **output** is compared with a prompt made by very simple code: ours byte for byte, peers by the lines they keep.
* **spread** is half the width of the middle half of the rounds of all processes.

${table(columns, PEERS)}

## Conversations
`;
}

function machine() {
  const list = cpus();
  return `${list.length} × ${list[0]?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

// The arguments are part of the command, so that a quick run is not mistaken for a complete one.
function command() {
  const given = process.argv.slice(2);
  return given.length === 0 ? 'npm run bench' : `npm run bench -- ${given.join(' ')}`;
}
