import { createRandom } from './random.mjs';
import { createAsciiSource, mixedText } from './text.mjs';

const KIB = 1024;
const NAMES = ['Ada', 'Grace', 'Linus', 'Barbara'];
const SYSTEM_INSTRUCTION = 'You are one of a team. Answer in plain words and name the files you changed.';
const TEAM_TASK = 'Ship the importer: parse, validate, store, report.';

/**
 * The measured conversations. In (a) to (e), the last message is the one to answer, and the same prompt is assembled again
 * and again. In (f), message `n` is the one to answer in turn `n`.
 */
export const CONVERSATIONS = {
  a: { title: '20 × 200 B', maxBytes: 768 * KIB, make: (random) => asciiMessages(random, 20, 200) },
  b: {
    title: '200 × 2 KB mixed ASCII/CJK/emoji, 128 KiB budget',
    maxBytes: 128 * KIB,
    make: (random) => mixedMessages(random, 200, 2048),
  },
  c: {
    title: '10,000 × 1 KB, 768 KiB budget',
    maxBytes: 768 * KIB,
    make: (random) => asciiMessages(random, 10_000, 1024),
  },
  d: {
    title: '100,000 × 1 KB, 768 KiB budget, window open',
    maxBytes: 768 * KIB,
    make: (random) => asciiMessages(random, 100_000, 1024),
  },
  e: {
    title: 'one message of 50 MB, 768 KiB budget',
    maxBytes: 768 * KIB,
    make: (random) => hugeMessage(random, 50e6),
  },
  f: {
    title: '2,000 turns, one message of 1 KB more each, 768 KiB budget, assembled every turn',
    maxBytes: 768 * KIB,
    turns: 2000,
    make: (random) => asciiMessages(random, 1999, 1024, 1024),
  },
};

/** The conversation of a workload: `{ id, title, maxBytes, turns?, teamTask, systemInstruction, messages }`. */
export function createConversation(id, seed) {
  const { title, maxBytes, turns, make } = CONVERSATIONS[id];
  const messages = make(createRandom(seed + id.charCodeAt(0)));
  return { id, title, maxBytes, turns, teamTask: TEAM_TASK, systemInstruction: SYSTEM_INSTRUCTION, messages };
}

function asciiMessages(random, count, bytes, lastBytes = 200) {
  const source = createAsciiSource(random);
  return attributed(random, count + 1, (index) => source.take(index === count ? lastBytes : bytes));
}

function mixedMessages(random, count, bytes) {
  const source = createAsciiSource(random);
  return attributed(random, count + 1, (index) => {
    if (index === count) return mixedText(random, 200);
    // Two in three are mixed within the message, one in three is plain ASCII.
    return index % 3 === 2 ? source.take(bytes) : mixedText(random, bytes);
  });
}

function hugeMessage(random, bytes) {
  const source = createAsciiSource(random);
  return attributed(random, 1, () => source.take(bytes));
}

function attributed(random, count, contentOf) {
  return Array.from({ length: count }, (_, index) => ({
    from: random.pick(NAMES),
    to: random.pick(NAMES),
    content: contentOf(index),
  }));
}
