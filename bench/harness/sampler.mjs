import { calibrate, cpuOf, cpuOfAsync, settle } from './measure.mjs';

/** How many turns one mark in (f) covers. */
const TURNS_PER_MARK = 250;
/** How many samples are run before the first one that counts. */
const WARM_UP_SAMPLES = 10;
/** The most messages in all fresh states of a sample together. */
const FRESH_MESSAGES = 300_000;

/** Every call writes to it, so that no call can be optimised away. */
const sink = { value: 0 };

/**
 * Takes samples of one subject in one of three modes. `warm` calls it repeatedly on one state, `cold` gives each call a new
 * state, and `turns` runs all turns of a conversation on a new state.
 */
export function createSampler(subject, { mode, messageCount, turns = 0 }) {
  const cpuOfCalls = subject.isAwaited ? awaitedCalls(subject) : plainCalls(subject);
  const samples = {
    warm: (states, calls) => cpuOfCalls(states, calls, 0),
    cold: async (_, calls) => {
      const states = Array.from({ length: calls }, () => subject.fresh());
      await settle();
      return cpuOfCalls(states, calls, 0);
    },
  };
  const maxCalls = mode === 'cold' ? Math.max(1, Math.floor(FRESH_MESSAGES / messageCount)) : 1_000_000;
  const warmStates = mode === 'warm' ? [subject.fresh()] : [];
  let calls = 1;

  const takeTurns = async () => {
    const states = [subject.fresh()];
    await settle();
    const marks = [];
    for (let turn = 0; turn < turns; turn += TURNS_PER_MARK) {
      marks.push((await cpuOfCalls(states, TURNS_PER_MARK, turn)) / TURNS_PER_MARK);
    }
    return { us: marks.reduce((sum, us) => sum + us, 0) * TURNS_PER_MARK, marks };
  };

  return {
    /** Warms up the code and finds how many calls make a sample of `targetUs`. */
    async prepare(targetUs) {
      if (mode === 'turns') return void (await takeTurns());
      calls = await calibrate((count) => samples[mode](warmStates, count), targetUs, maxCalls);
      // The optimising compiler starts late, and its work should not be part of a sample.
      let warmUpUs = 0;
      while (warmUpUs < targetUs * WARM_UP_SAMPLES) warmUpUs += await samples[mode](warmStates, calls);
      // The code may be faster now, so a sample of the same length needs more calls.
      calls = await calibrate((count) => samples[mode](warmStates, count), targetUs, maxCalls);
    },
    /** The CPU time of one call, or of all turns, in microseconds. */
    async take() {
      if (mode === 'turns') return takeTurns();
      await settle();
      return { us: (await samples[mode](warmStates, calls)) / calls, calls };
    },
  };
}

function plainCalls(subject) {
  return (states, calls, firstTurn) =>
    cpuOf(() => {
      const isOne = states.length === 1;
      for (let call = 0; call < calls; call++) read(subject.call(states[isOne ? 0 : call], firstTurn + call));
    });
}

function awaitedCalls(subject) {
  return (states, calls, firstTurn) =>
    cpuOfAsync(async () => {
      const isOne = states.length === 1;
      for (let call = 0; call < calls; call++) read(await subject.call(states[isOne ? 0 : call], firstTurn + call));
    });
}

// V8 joins a concatenated string (a rope) only when it is read. Reading a character in the middle makes it do so.
function read(output) {
  const prompt = output !== null && typeof output === 'object' && 'prompt' in output ? output.prompt : output;
  if (typeof prompt === 'string') sink.value ^= prompt.charCodeAt(prompt.length >> 1);
  else sink.value ^= typeof prompt === 'number' ? prompt : (prompt?.length ?? 0);
}
