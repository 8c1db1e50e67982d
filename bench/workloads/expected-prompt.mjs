// Computes the expected prompt with very simple code that uses none of our packages. Every output is compared with it. It
// also gives the floor its ready parts, and the peers their lines and budget.

/** One message as a line of the conversation, in the form of `@ctx/assembler-gemini`. */
export function lineOf(message) {
  return `- ${message.from}: ${message.content}`;
}

/** The lines of all messages, as flat strings, with their sizes in bytes. */
export function readyLines(messages) {
  const lines = messages.map((message) => Buffer.from(lineOf(message)).toString());
  return { lines, bytes: lines.map((line) => Buffer.byteLength(line)) };
}

/**
 * The prompt in which `messages[position]` is the one to answer. `roomBytes` is the room for the conversation, where each
 * line counts one byte more, for its newline.
 */
export function expectedPrompt(conversation, position, ready) {
  const { systemInstruction, teamTask, maxBytes, messages } = conversation;
  const before = ['Instructions:', systemInstruction, '', 'Team Task:', teamTask, ''];
  const after = ['Your task:'];
  const heading = 'Conversation so far:';
  const fixed = bytesOf([...before, ...after]);
  const message = cutToBytes(messages[position].content, maxBytes - fixed);
  const roomBytes = maxBytes - fixed - Buffer.byteLength(message) - bytesOf([heading, '']);
  let first = position;
  for (let left = roomBytes; first > 0 && ready.bytes[first - 1] + 1 <= left; first--) {
    left -= ready.bytes[first - 1] + 1;
  }
  const kept = ready.lines.slice(first, position);
  const context = kept.length === 0 ? [] : [heading, ...kept, ''];
  return { parts: [...before, ...context, ...after, message], first, roomBytes };
}

// Each part but the prompt's last is followed by a newline.
function bytesOf(parts) {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 1, 0);
}

function cutToBytes(text, maxBytes) {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  const bytes = Buffer.from(text);
  let end = maxBytes;
  while ((bytes[end] & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}
