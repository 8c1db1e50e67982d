import { claude, codex, gemini } from '@ctx/agent-runner';
import { loadStreamReader } from './load-stream-reader.mjs';

const DRIVERS = { claude, codex, gemini };

/** As a parser that takes lines as they are: what is left is splitting. */
const SPLIT_ONLY = { line: (text) => (text === '' ? [] : [{ type: 'raw' }]) };

/** The runner's line reader, and the agent's own parser for every line: events come out, not only objects. */
export async function create(stream) {
  const { createLineReader, readBlock } = await loadStreamReader();
  const driver = DRIVERS[stream.agent]();
  const turn = { prompt: '', permissions: 'read-only' };
  return {
    fresh: () => stream.chunks,
    call(chunks) {
      const reader = createLineReader({ maxLineBytes: 64 * 1024 * 1024 });
      const parser = stream.isSplitOnly ? SPLIT_ONLY : driver.createParser(turn);
      let events = 0;
      let textLength = 0;
      const deliver = (delivered) => {
        for (const event of delivered) {
          events++;
          if (event.type === 'text-delta' || event.type === 'text') textLength += event.text.length;
        }
      };
      const read = (block) => {
        if (block !== undefined) readBlock(parser, block, deliver);
      };
      for (const chunk of chunks) read(reader.push(chunk));
      read(reader.end());
      return { events, objects: stream.isSplitOnly ? events : undefined, textLength, length: events };
    },
  };
}
