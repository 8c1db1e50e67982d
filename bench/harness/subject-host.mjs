// A process for one subject and one workload. It also measures the floor, so that both have the same heap and are
// measured at nearly the same time. The parent process asks for one step at a time.
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
    /** Compares the output with the expected one. */
    check: async () => ({ output: await check() }),
    /** The peak memory of one call on a new state. */
    memory: async () => {
      const state = subject.fresh();
      return { peakBytes: await peakMemoryOf(() => subject.call(state, 0)) };
    },
    prepare: async ({ targetUs }) => {
      await floorSampler.prepare(targetUs);
      await sampler.prepare(targetUs);
    },
    /**
     * Samples the floor and the subject: floor, subject, subject, floor, and in the next round the other way round. So a
     * machine that becomes slower or faster affects both. Long samples are taken only once each.
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
