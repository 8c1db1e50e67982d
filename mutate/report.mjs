import { excuseFor } from './survivor.mjs';

/** @import { Excuse, Survivor } from './survivor.mjs' */
/** @typedef {ReturnType<typeof import('./score.mjs').scoreOf>} Score */

const INTRODUCTION = `# Results

Written by \`npm run mutate\`. A mutant is one small change of a source; it is killed when a unit test beside the sources fails with
it. One that makes the tests run for too long counts as killed too. A survivor is *open* while it has neither a test nor a reason.
`;

const TABLE_HEAD = `| target | files | mutants | killed | too long | survived | open | wanted | score | date | commit |
|---|---|---|---|---|---|---|---|---|---|---|`;

/**
 * The row and the section of one target in RESULTS.md.
 * @param {Score} score
 * @param {readonly Survivor[]} survivors
 * @param {readonly Excuse[]} excuses
 * @param {{ date: Date, commit: string }} run
 * @returns {{ name: string, row: string, section: string }}
 */
export function targetReport(score, survivors, excuses, { date, commit }) {
  const { name, threshold, files, mutants, killed, timedOut, survived, percent } = score;
  const open = survivors.filter((survivor) => excuseFor(survivor, excuses) === undefined).length;
  // Rounded down, so that a score below the threshold is never shown as reaching it.
  const shown = `${(Math.floor(percent * 10) / 10).toFixed(1)} %`;
  const counts = [files, mutants, killed, timedOut, survived, open];
  const day = date.toISOString().slice(0, 10);
  return {
    name,
    row: `| ${[name, ...counts, `${threshold} %`, shown, day, commit].join(' | ')} |`,
    section: `## ${name}\n\n${survivorList(survivors, excuses)}`,
  };
}

/**
 * Puts a target's report into the text of RESULTS.md, in place of an older one. The other targets stay as they are.
 * @param {string} results
 * @param {readonly string[]} names all targets, in the order of the table
 * @param {ReturnType<typeof targetReport>} report
 */
export function withReport(results, names, { name, row, section }) {
  const [head = '', ...sections] = results.split(/^(?=## )/m);
  const rows = head.split('\n');
  /** @param {string} target */
  const rowOf = (target) => (target === name ? row : rows.find((line) => line.startsWith(`| ${target} |`)));
  /** @param {string} target */
  const sectionOf = (target) =>
    target === name ? section : sections.find((text) => text.startsWith(`## ${target}\n`));
  const table = [TABLE_HEAD, ...names.map(rowOf).filter((line) => line !== undefined)].join('\n');
  const bodies = names.map(sectionOf).filter((text) => text !== undefined);
  return `${[INTRODUCTION.trimEnd(), table, ...bodies.map((text) => text.trimEnd())].join('\n\n')}\n`;
}

/**
 * The reasons for mutants of these files that no longer survive. They should be removed from survivors.json.
 * @param {readonly Survivor[]} survivors
 * @param {readonly Excuse[]} excuses
 * @param {ReadonlySet<string>} mutatedFiles relative to the root
 */
export function staleExcuses(survivors, excuses, mutatedFiles) {
  const used = new Set(survivors.map((survivor) => excuseFor(survivor, excuses)));
  return excuses.filter((excuse) => mutatedFiles.has(excuse.file) && !used.has(excuse));
}

/**
 * @param {readonly Survivor[]} survivors
 * @param {readonly Excuse[]} excuses
 */
function survivorList(survivors, excuses) {
  if (survivors.length === 0) return 'No survivors.\n';
  const files = [...new Set(survivors.map(({ file }) => file))];
  return files
    .map((file) => {
      const items = survivors.filter((survivor) => survivor.file === file).map((survivor) => item(survivor, excuses));
      return `### ${file}\n\n${items.join('\n')}\n`;
    })
    .join('\n');
}

/** @param {Survivor} survivor @param {readonly Excuse[]} excuses */
function item(survivor, excuses) {
  const { line, code, becomes } = survivor;
  const reason = excuseFor(survivor, excuses)?.reason ?? 'Open.';
  return `* ${line}: ${inlineCode(code)} → ${inlineCode(becomes)}  \n  ${reason}`;
}

/** @param {string} text */
function inlineCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}
