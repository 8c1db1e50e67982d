import { excuseFor } from './survivor.mjs';

/** @import { Excuse, Survivor } from './survivor.mjs' */

/**
 * @param {readonly ReturnType<typeof import('./score.mjs').scoreOf>[]} scores
 */
export function scoreTable(scores) {
  const rows = scores.map(({ name, threshold, files, mutants, killed, timedOut, survived, percent }) => {
    // Rounded down, so that a score below the threshold is never shown as reaching it.
    const score = `${(Math.floor(percent * 10) / 10).toFixed(1)} %`;
    return `| ${[name, files, mutants, killed, timedOut, survived, `${threshold} %`, score].join(' | ')} |`;
  });
  const head = '| target | files | mutants | killed | too long | survived | wanted | score |';
  return [head, '|---|---|---|---|---|---|---|---|', ...rows].join('\n');
}

/**
 * Lists the survivors. Those without a reason come first, because they are work to do.
 * @param {readonly Survivor[]} survivors
 * @param {readonly Excuse[]} excuses
 */
export function survivorList(survivors, excuses) {
  const explained = survivors.map((survivor) => ({ ...survivor, reason: excuseFor(survivor, excuses)?.reason }));
  const open = explained.filter(({ reason }) => reason === undefined);
  const excused = explained.filter(({ reason }) => reason !== undefined);
  return [
    ...(open.length === 0 ? [] : ['## Survivors without a reason\n', ...byFile(open), '']),
    ...(excused.length === 0 ? [] : ['## Survivors that stay\n', ...byFile(excused), '']),
  ].join('\n');
}

/**
 * The reasons for mutants that no longer survive. They should be removed from survivors.json.
 * @param {readonly Survivor[]} survivors
 * @param {readonly Excuse[]} excuses
 */
export function staleExcuses(survivors, excuses) {
  const used = new Set(survivors.map((survivor) => excuseFor(survivor, excuses)));
  return excuses.filter((excuse) => !used.has(excuse));
}

/**
 * @param {object} run
 * @param {string} run.strykerVersion
 * @param {string} run.commit the commit whose sources were mutated
 * @param {Date} run.date
 */
export function header({ strykerVersion, commit, date }) {
  return `# Results

Written by \`npm run mutate\` on ${date.toISOString().slice(0, 10)}, of commit ${commit}, with Stryker ${strykerVersion} and Node ${process.versions.node}.
A mutant is one small change of a source; it is killed when a unit test beside the sources fails with it. One that makes the
tests run for too long counts as killed too.
`;
}

/** @param {readonly (Survivor & { reason?: string | undefined })[]} survivors */
function byFile(survivors) {
  const files = [...new Set(survivors.map(({ file }) => file))];
  return files.flatMap((file) => [
    `### ${file}\n`,
    ...survivors
      .filter((survivor) => survivor.file === file)
      .map(({ line, code, becomes, reason }) => {
        return `* ${line}: ${inlineCode(code)} → ${inlineCode(becomes)}${reason === undefined ? '' : `  \n  ${reason}`}`;
      }),
    '',
  ]);
}

/** @param {string} text */
function inlineCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
