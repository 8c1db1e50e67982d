import { cpus, totalmem } from 'node:os';
import { PEERS } from '../subjects/index.mjs';
import { formatName, table } from './format.mjs';

/** What a reader has to know before the figures. */
export function header(settings, startedAt) {
  const { seed, rounds, processes, targetUs, maxSeconds, maxMegabytes, versions } = settings;
  const columns = [
    { title: 'peer', of: (row) => formatName(row, versions) },
    { title: 'compared with ours it does', of: ({ does }) => does },
  ];
  return `# Results

Written by \`${command()}\` on ${startedAt.toISOString().slice(0, 10)}. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${machine()}.
Seed ${seed}, ${rounds} rounds over ${processes} processes a row, samples of at least ${targetUs / 1000} ms of CPU; a peer may take ${maxSeconds} s a sample and ${maxMegabytes} MB.

How to read it:

* **CPU** is CPU time of the whole process, garbage collector's threads included; the median of the rounds.
* **× floor** is the median of the rounds' ratios to the floor, which is measured in the same process around it.
  The floor is one \`Array.join\` of the ready parts: what to keep is known beforehand and every line is a ready string.
* Each row has processes of its own, and the rounds go over all rows of a table in turn.
* A sample of (f) is 2,000 turns and one of a stream 100 MB: these get at most 4 rounds, streams in one process.
* *First time* means messages that were never assembled before; the other rows of ours assemble the same conversation again.
* Peers get every line ready-made, in messages made beforehand, and count bytes instead of tokens. Ours get the
  conversation as it was said and make the lines.
* A peer that gives a *list* has made no text: hold it against our *chunks only*, which is a list, too. Against our strings,
  and against the floor, it is spared the joining; a ratio below 1 means that, and not a faster prompt.
* **output** is compared with a prompt made by the simplest code there is: ours byte for byte, peers by the lines kept.
* **spread** is half the width of the middle half of the rounds, those of all processes together.

${table(columns, PEERS)}

## Conversations
`;
}

function machine() {
  const list = cpus();
  return `${list.length} × ${list[0]?.model.trim() ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

// A table from a few quick rounds must not pass for one of the whole run.
function command() {
  const given = process.argv.slice(2);
  return given.length === 0 ? 'npm run bench' : `npm run bench -- ${given.join(' ')}`;
}
