// @ts-check
import { closeSync } from 'node:fs';

/**
 * Reads stdin to its end, as the real CLIs do, unless the script says otherwise.
 *
 * @param {'read' | 'ignore' | 'close'} how
 * @param {import('./received-log.mjs').ReceivedLog} receivedLog
 * @returns {Promise<string>} the prompt
 */
export async function readStdin(how, receivedLog) {
  if (how === 'close') closeSync(0);
  if (how !== 'read') return '';
  /** @type {Buffer[]} */
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8');
  receivedLog.note({ event: 'stdin', text, bytes: bytes.length });
  return text;
}
