// @ts-check
import { setTimeout as pause } from 'node:timers/promises';

const HUGE_PIECE = Buffer.alloc(1024 * 1024, 'x');

/** @typedef {ReturnType<typeof createOutput>} Output */

/**
 * Writes stdout as the script says, and waits for a slow reader.
 *
 * @param {import('../src/agent-script.ts').ScriptedOutput} options
 */
export function createOutput({ chunkBytes, chunkDelayMs = 2, crlf = false, finalNewline = true }) {
  const newline = crlf ? '\r\n' : '\n';
  // Without a final newline, each line ending is written with the next line.
  let pendingNewline = '';
  process.stdout.on('error', () => process.exit(1));

  /** @param {string | Uint8Array} data */
  async function write(data) {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const size = chunkBytes ?? bytes.length;
    for (let start = 0; start < bytes.length; start += size) {
      if (start > 0) await pause(chunkDelayMs);
      await writeNow(bytes.subarray(start, start + size));
    }
  }

  return {
    write,
    /** @param {string} text */
    async line(text) {
      await write(`${pendingNewline}${text}${finalNewline ? newline : ''}`);
      pendingNewline = finalNewline ? '' : newline;
    },
    /** @param {number} bytes @param {boolean} ended */
    async hugeLine(bytes, ended) {
      for (let left = bytes; left > 0; left -= HUGE_PIECE.length) await writeNow(HUGE_PIECE.subarray(0, left));
      if (ended) await write(newline);
    },
  };
}

/** @param {Uint8Array} bytes @returns {Promise<void>} */
function writeNow(bytes) {
  return new Promise((resolve) => {
    process.stdout.write(bytes, () => resolve());
  });
}
