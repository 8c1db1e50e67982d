import { AGENT_LINES, longClaudeLine } from './agent-lines.mjs';
import { createRandom } from './random.mjs';
import { createAsciiSource } from './text.mjs';

const CHUNK_BYTES = 64 * 1024;

/** The streams that are read. */
export const STREAMS = {
  claude: { title: 'claude’s lines in 64 KiB chunks' },
  codex: { title: 'codex’s lines in 64 KiB chunks' },
  gemini: { title: 'gemini’s lines in 64 KiB chunks' },
  'line-16': { title: 'one line of 16 MB', lineBytes: 16e6 },
  'line-32': { title: 'one line of 32 MB', lineBytes: 32e6 },
  'line-64': { title: 'one line of 64 MB', lineBytes: 64e6 },
};

/** `{ agent, lines, chunks, textLength }`: the lines, the same as chunks of bytes, and how long the answer in them is. */
export function createStream(id, seed, streamBytes) {
  const random = createRandom(seed);
  const words = createAsciiSource(random);
  const { lineBytes } = STREAMS[id];
  const lines = [];
  let textLength = 0;
  if (lineBytes !== undefined) lines.push(longClaudeLine(words, lineBytes - 1));
  else {
    let bytes = 0;
    for (const { line, text } of AGENT_LINES[id](random, words)) {
      if (bytes + line.length + 1 > streamBytes) break;
      // Flat, as a line that was just decoded.
      lines.push(Buffer.from(line, 'latin1').latin1Slice());
      bytes += line.length + 1;
      textLength += text.length;
    }
  }
  const bytes = Buffer.from(`${lines.join('\n')}\n`, 'latin1');
  const chunks = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    // Each in memory of its own, as a pipe delivers them.
    chunks.push(Buffer.from(bytes.subarray(start, start + CHUNK_BYTES)));
  }
  return { agent: lineBytes === undefined ? id : 'claude', lines, chunks, textLength };
}
