import { formatName, formatRatio, formatSpread, formatTime, table } from './format.mjs';

/** Formats the results of one conversation as a Markdown section. */
export function conversationTable(id, { title, turns }, results, versions) {
  const columns = [
    { title: 'who', of: (row) => formatName(row, versions) },
    {
      title: turns ? 'CPU, all turns' : 'CPU per call',
      isNumber: true,
      of: ({ ended, us }) => ended ?? formatTime(us),
    },
    { title: '× floor', isNumber: true, of: ({ ended, ratio }) => (ended ? '' : formatRatio(ratio)) },
    { title: 'spread', isNumber: true, of: ({ ended, spread }) => (ended ? '' : formatSpread(spread)) },
    { title: 'output', of: ({ output }) => output },
  ];
  if (turns) columns.splice(4, 0, ...turnColumns(results));
  if (results.some(({ peakBytes }) => peakBytes !== undefined)) columns.splice(4, 0, peakColumn());
  return `### (${id}) ${title}\n\n${table(columns, results)}\n`;
}

// These columns show whether a turn still costs the same long after the budget is full.
function turnColumns(results) {
  const count = results.find(({ marks }) => marks !== undefined)?.marks.length ?? 0;
  const at = (share) => Math.min(count - 1, Math.floor(count * share));
  const columnOf = (title, index) => ({
    title,
    isNumber: true,
    of: ({ ended, marks }) => (ended || !marks ? '' : formatTime(marks[index])),
  });
  return [columnOf('a turn halfway', at(0.5)), columnOf('a turn at the end', at(1))];
}

function peakColumn() {
  return {
    title: 'memory peaks by',
    isNumber: true,
    of: ({ peakBytes }) => (peakBytes === undefined ? '' : `${(peakBytes / 2 ** 20).toFixed(1)} MiB`),
  };
}
