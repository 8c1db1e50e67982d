import { formatName, formatRatio, formatSpread, formatTime, table } from './format.mjs';

/** Formats the results of one stream as a Markdown section. */
export function streamTable(title, results, versions) {
  const own = results.find(({ isOwn }) => isOwn);
  const columns = [
    { title: 'who', of: (row) => formatName(row, versions) },
    { title: 'CPU', isNumber: true, of: ({ ended, us }) => ended ?? formatTime(us) },
    { title: '× JSON.parse', isNumber: true, of: ({ ended, ratio }) => (ended ? '' : formatRatio(ratio)) },
    {
      title: '× ctx',
      isNumber: true,
      of: ({ ended, ratio }) => (ended || !own?.ratio ? '' : formatRatio(ratio / own.ratio)),
    },
    { title: 'spread', isNumber: true, of: ({ ended, spread }) => (ended ? '' : formatSpread(spread)) },
    { title: 'output', of: ({ output }) => output },
  ];
  const floor = { name: 'floor: JSON.parse of the ready lines', us: own?.floorUs, ratio: own && 1 };
  return `### ${title}\n\n${table(columns, [floor, ...results])}\n`;
}

/** Shows how the cost of one line grows when it is four times as long. */
export function lineGrowth(shortResults, longResults, versions) {
  const rows = shortResults.map((row, index) => ({ row, longer: longResults[index] }));
  const columns = [
    { title: 'who', of: ({ row }) => formatName(row, versions) },
    {
      title: '64 MB ÷ 16 MB (linear: 4)',
      isNumber: true,
      of: ({ row, longer }) => longer.ended ?? row.ended ?? formatRatio(longer.us / row.us),
    },
  ];
  return `### How one long line grows\n\n${table(columns, rows)}\n`;
}
