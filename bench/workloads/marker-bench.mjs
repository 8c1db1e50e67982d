import { cleanText, hostileText } from './marker-texts.mjs';

/** Loads one marker function with hostile text. Its floor is the same function with clean text. */
export async function loadBench({ module, workload, seed }) {
  const { call } = await import(module);
  return {
    subject: { fresh: () => hostileText(workload), call },
    floor: { fresh: () => cleanText(seed), call },
    sampling: { mode: 'warm', messageCount: 1 },
    check: async () => 'not compared',
  };
}
