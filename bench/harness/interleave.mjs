import { median, spread } from './statistics.mjs';
import { SubjectEnded, startSubject } from './subject-process.mjs';

/** The limit for loading a subject and creating its workload, which is not measured. */
const LOAD_SECONDS = 120;

/**
 * Measures subjects on one workload. The same code may be faster in one process than in another, because of its memory
 * layout and of what the compiler saw first. So each subject gets `processes` processes, one after the other, and their
 * rounds are pooled. The spread then includes these differences.
 */
export async function interleave(bench, subjects, workload, settings, onProgress) {
  const pooled = subjects.map((subject) => ({ subject, rounds: [] }));
  for (let set = 0; set < settings.processes; set++) {
    const remaining = pooled.filter(({ ended }) => ended === undefined);
    const roundsNow =
      Math.ceil((settings.rounds * (set + 1)) / settings.processes) -
      Math.ceil((settings.rounds * set) / settings.processes);
    await runSet(bench, remaining, workload, { ...settings, rounds: roundsNow }, onProgress);
  }
  return pooled.map(summarize);
}

/** Starts one process for each run and takes one sample of each per round. Only one process works at a time. */
async function runSet(bench, runs, workload, settings, onProgress) {
  const { rounds, seed, streamBytes, targetUs } = settings;
  try {
    for (const run of runs) {
      const { name, module, mode } = run.subject;
      onProgress(`(${workload}) ${name}`);
      run.process = startSubject(capsOf(run.subject, settings));
      await guard(run, async ({ ask }) => {
        await ask('load', { bench, module, mode, workload, seed, streamBytes }, LOAD_SECONDS);
        if (workload === 'e') run.peakBytes = (await ask('memory')).peakBytes;
        run.output = (await ask('check')).output;
        requireCorrect(run);
        await ask('prepare', { targetUs });
      });
    }
    for (let round = 0; round < rounds; round++) {
      onProgress(`(${workload}) round ${round + 1} of ${rounds}`);
      for (const run of runs) {
        await guard(run, async ({ ask }) => {
          run.rounds.push(await ask('round'));
        });
      }
    }
  } finally {
    await Promise.all(runs.map((run) => run.process?.stop()));
  }
}

function capsOf({ isOwn }, { maxSeconds, ownMaxSeconds, maxMegabytes }) {
  return { maxSeconds: isOwn ? ownMaxSeconds : maxSeconds, maxMegabytes };
}

// The speed of a wrong prompt means nothing.
function requireCorrect({ subject, output }) {
  if (!subject.isOwn || output === 'equal' || output === 'not compared') return;
  throw new Error(`the output is wrong: ${output}`);
}

async function guard(run, work) {
  if (run.ended !== undefined) return;
  try {
    await work(run.process);
  } catch (error) {
    const isCapped = error instanceof SubjectEnded;
    // A peer that fails is shown in the table. If ours fails, the whole run fails.
    if (!isCapped && run.subject.isOwn) throw new Error(`${run.subject.name}: ${error.message}`);
    run.ended = isCapped ? error.message : `fails: ${error.message.split('\n')[0]}`;
    await run.process.stop();
  }
}

function summarize({ subject, ended, output, peakBytes, rounds }) {
  const ratios = rounds.map(({ us, floorUs }) => us / floorUs);
  return {
    ...subject,
    ended,
    output,
    peakBytes,
    us: median(rounds.map(({ us }) => us)),
    floorUs: median(rounds.map(({ floorUs }) => floorUs)),
    ratio: median(ratios),
    spread: spread(ratios),
    marks: medianMarks(rounds.map(({ marks }) => marks)),
    floorMarks: medianMarks(rounds.map(({ floorMarks }) => floorMarks)),
  };
}

function medianMarks(lists) {
  if (lists[0] === undefined) return undefined;
  return lists[0].map((_, index) => median(lists.map((marks) => marks[index])));
}
