// What a prompt must be, told by the shortest code that says so and none of ours: this is what every output is compared
// with, where the floor's ready parts come from, and what the peers get as lines and budget.

/** One message as a line of the conversation, in the form of `@ctx/assembler-gemini`. */
export function lineOf(message) {
  return `- ${message.from}: ${message.content}`;
}

/** The lines of all messages, flat, with their sizes. */
export function readyLines(messages) {
  const lines = messages.map((message) => Buffer.from(lineOf(message)).toString());
  return { lines, bytes: lines.map((line) => Buffer.byteLength(line)) };
}

/**
 * The prompt in which `messages[position]` is the one to answer.
 * `roomBytes` is what the conversation may take when each line counts one byte more, for its newline.
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
  for (let left = roomBytes; first > 0 && ready.bytes[first - 1] + 1 <= left; first--)
    left -= ready.bytes[first - 1] + 1;
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
