// Runs in a process of its own: one subject on one workload, and the floor beside it, so that both are measured in the
// same heap within the same second. The parent asks for one step at a time.
import { peakMemoryOf } from './peak-memory.mjs';
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

async function load(request) {
  const { loadBench } = await import(request.bench);
  const { subject, floor, sampling, check } = await loadBench(request);
  const sampler = createSampler(subject, sampling);
  const floorSampler = createSampler(floor, { ...sampling, mode: sampling.mode === 'cold' ? 'warm' : sampling.mode });
  let round = 0;
  return {
    /** Compares what comes out with what must. */
    check: async () => ({ output: await check() }),
    /** How far memory peaks in one call on a fresh state. */
    memory: async () => {
      const state = subject.fresh();
      return { peakBytes: await peakMemoryOf(() => subject.call(state, 0)) };
    },
    prepare: async ({ targetUs }) => {
      await floorSampler.prepare(targetUs);
      await sampler.prepare(targetUs);
    },
    /**
     * One sample of each, in turns first and second; short ones twice, the floor's around the subject's or the other way
     * round, so that a machine that slows down or speeds up meanwhile does so to both.
     */
    round: async () => {
      const isFloorFirst = round++ % 2 === 0;
      const [outer, inner] = isFloorFirst ? [floorSampler, sampler] : [sampler, floorSampler];
      const outside = [await outer.take()];
      const inside = [await inner.take()];
      if (sampling.mode !== 'turns') {
        inside.push(await inner.take());
        outside.push(await outer.take());
      }
      const [floors, subjects] = isFloorFirst ? [outside, inside] : [inside, outside];
      return {
        us: meanUs(subjects),
        marks: subjects[0].marks,
        floorUs: meanUs(floors),
        floorMarks: floors[0].marks,
      };
    },
  };
}

function meanUs(samples) {
  return samples.reduce((sum, { us }) => sum + us, 0) / samples.length;
}
