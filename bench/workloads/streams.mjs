import { AGENT_LINES, longClaudeLine } from './agent-lines.mjs';
import { createRandom } from './random.mjs';
import { createAsciiSource, createMixedSource } from './text.mjs';

const CHUNK_BYTES = 64 * 1024;

/** The measured streams. */
export const STREAMS = {
  claude: { title: 'claude’s lines in 64 KiB chunks' },
  codex: { title: 'codex’s lines in 64 KiB chunks' },
  gemini: { title: 'gemini’s lines in 64 KiB chunks' },
  'claude-mixed': { title: 'claude’s lines with CJK and emoji in 64 KiB chunks', agent: 'claude', isMixed: true },
  split: {
    title: 'claude’s lines as text, split and not parsed, in 64 KiB chunks',
    agent: 'claude',
    isSplitOnly: true,
  },
  'line-16': { title: 'one line of 16 MB', lineBytes: 16e6 },
  'line-32': { title: 'one line of 32 MB', lineBytes: 32e6 },
  'line-64': { title: 'one line of 64 MB', lineBytes: 64e6 },
};

/**
 * Creates a stream: `lines`, the same as `chunks` of bytes, the `textLength` of the answer in them, the `agent`, and
 * whether the lines are only split and not parsed (`isSplitOnly`).
 */
export function createStream(id, seed, streamBytes) {
  const random = createRandom(seed);
  const { lineBytes, agent = lineBytes === undefined ? id : 'claude', isMixed, isSplitOnly } = STREAMS[id];
  const words = isMixed ? createMixedSource(random) : createAsciiSource(random);
  const lines = [];
  let textLength = 0;
  if (lineBytes !== undefined) lines.push(longClaudeLine(words, lineBytes - 1));
  else {
    let bytes = 0;
    for (const { line, text } of AGENT_LINES[agent](random, words)) {
      const lineInBytes = Buffer.from(line);
      if (bytes + lineInBytes.length + 1 > streamBytes) break;
      // A flat string, like a line that was just decoded.
      lines.push(lineInBytes.toString());
      bytes += lineInBytes.length + 1;
      textLength += text.length;
    }
  }
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const chunks = [];
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    // Each chunk has its own memory, as if it came from a pipe.
    chunks.push(Buffer.from(bytes.subarray(start, start + CHUNK_BYTES)));
  }
  return { agent, isSplitOnly, lines, chunks, textLength };
}
