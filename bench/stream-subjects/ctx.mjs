import { claude, codex, gemini } from '@ctx/agent-runner';
import { loadStreamReader } from './load-stream-reader.mjs';

const DRIVERS = { claude, codex, gemini };

/** A parser of plain text that does nothing, so that only splitting is measured. */
const SPLIT_ONLY = { text: (line) => (line === '' ? [] : [{ type: 'raw' }]) };

/** The runner's reader with the agent's own parser. It returns events, not only parsed objects. */
export async function create(stream) {
  const { createStreamReader } = await loadStreamReader();
  const driver = DRIVERS[stream.agent]();
  const turn = { prompt: '', permissions: 'read-only' };
  return {
    fresh: () => stream.chunks,
    call(chunks) {
      const parser = stream.isSplitOnly ? SPLIT_ONLY : driver.createParser(turn);
      let events = 0;
      let textLength = 0;
      const onEvents = (delivered) => {
        for (const event of delivered) {
          events++;
          if (event.type === 'text-delta' || event.type === 'text') textLength += event.text.length;
        }
      };
      const reader = createStreamReader(parser, { maxLineBytes: 64 * 1024 * 1024, onEvents });
      for (const chunk of chunks) reader.push(chunk);
      reader.end();
      return { events, objects: stream.isSplitOnly ? events : undefined, textLength, length: events };
    },
  };
}
