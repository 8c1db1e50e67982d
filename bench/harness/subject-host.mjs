// Runs in a process of its own: one subject on one workload, and the floor beside it, so that both are measured in the
// same heap within the same second. The parent asks for one step at a time.

import { create as createFloor } from '../subjects/floor-join.mjs';
import { createConversation } from '../workloads/conversations.mjs';
import { expectedPrompt, readyLines } from '../workloads/expected-prompt.mjs';
import { createSampler } from './sampler.mjs';

let steps;

process.on('message', async ({ step, request }) => {
  try {
    if (step === 'load') steps = await load(request);
    const answer = step === 'load' ? {} : await steps[step](request);
    process.send({ answer: { ...answer, rssBytes: process.memoryUsage.rss() } });
  } catch (error) {
    process.send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

async function load({ module, mode, workload, seed }) {
  const conversation = createConversation(workload, seed);
  const ready = readyLines(conversation.messages);
  const { about, create } = await import(module);
  const subject = await create(conversation, ready);
  subject.isAsync = about.isAsync;
  const sampling = { mode, messageCount: conversation.messages.length, turns: conversation.turns };
  const sampler = createSampler(subject, sampling);
  const floor = createSampler(createFloor(conversation, ready), { ...sampling, mode: mode === 'cold' ? 'warm' : mode });
  let round = 0;
  return {
    /** Compares what comes out with what must. */
    check: () => check(subject, conversation, ready),
    /** Peak memory of one call on a fresh state, over what was there before. */
    memory: async () => {
      const state = subject.fresh();
      globalThis.gc?.();
      const before = process.memoryUsage.rss();
      await subject.call(state, 0);
      return { peakBytes: Math.max(0, process.resourceUsage().maxRSS * 1024 - before) };
    },
    prepare: async ({ targetUs }) => {
      await floor.prepare(targetUs);
      await sampler.prepare(targetUs);
    },
    /** One sample of each, in turns first and second. */
    round: async () => {
      const isFloorFirst = round++ % 2 === 0;
      const before = isFloorFirst ? await floor.take() : undefined;
      const taken = await sampler.take();
      const floorTaken = before ?? (await floor.take());
      return { us: taken.us, marks: taken.marks, floorUs: floorTaken.us, floorMarks: floorTaken.marks };
    },
  };
}

async function check(subject, conversation, ready) {
  const last = conversation.messages.length - 1;
  const checkedTurns = conversation.turns ? new Set([0, 1, 500, 1000, last]) : new Set([last]);
  const state = subject.fresh();
  for (let turn = conversation.turns ? 0 : last; turn <= last; turn++) {
    const output = await subject.call(state, turn);
    if (!checkedTurns.has(turn)) continue;
    const expected = expectedPrompt(conversation, turn, ready);
    const difference = subject.promptOf
      ? differenceOf(subject.promptOf(output), expected.parts.join('\n'))
      : differenceOf(subject.keptOf(output).join('\n'), ready.lines.slice(expected.first, turn).join('\n'));
    if (difference !== undefined)
      return { difference: conversation.turns ? `turn ${turn}: ${difference}` : difference };
  }
  return {};
}

function differenceOf(actual, expected) {
  if (actual === expected) return undefined;
  return `${actual.length} characters instead of ${expected.length}`;
}
