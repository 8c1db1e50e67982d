import { cleanText, hostileText } from './marker-texts.mjs';

/** One function of the marker module on hostile text; its floor is the same function on clean text. */
export async function loadBench({ module, workload, seed }) {
  const { call } = await import(module);
  return {
    subject: { fresh: () => hostileText(workload), call },
    floor: { fresh: () => cleanText(seed), call },
    sampling: { mode: 'warm', messageCount: 1 },
    check: async () => 'not compared',
  };
}
