import { formatRatio, formatTime, table } from './format.mjs';

/** Compares hostile texts with clean text: one row per text, one column per function. */
export function markerTable(subjects, resultsOfWorkload) {
  const workloads = Object.keys(resultsOfWorkload);
  const columns = [
    { title: '600 KB of', of: shownUnit },
    ...subjects.map(({ name }, index) => ({
      title: `${name} × clean`,
      isNumber: true,
      of: (workload) => {
        const { ended, us, ratio } = resultsOfWorkload[workload][index];
        return ended ?? `${formatRatio(ratio)} (${formatTime(us)})`;
      },
    })),
  ];
  return `## Markers: hostile text against clean text of the same size\n\n${table(columns, workloads)}\n`;
}

// Markdown cannot show a single backtick as inline code.
function shownUnit(unit) {
  return unit === '`' ? 'backticks' : `\`${JSON.stringify(unit).slice(1, -1)}\``;
}
