/** One workload as a Markdown section. */
export function conversationTable(id, { title }, results) {
  const header = '| who | CPU per call | × floor | spread | output |\n|---|---:|---:|---:|---|';
  return `### (${id}) ${title}\n\n${header}\n${results.map(row).join('\n')}\n`;
}

function row(result) {
  const { package: packageName, name, mode, ended, us, ratio, spread, output } = result;
  const label = [packageName, mode === 'cold' ? `${name}, cold` : name].filter(Boolean).join(' ');
  if (ended !== undefined) return `| ${label} | ${ended} | | | |`;
  return `| ${label} | ${formatTime(us)} | ${formatRatio(ratio)} | ${formatSpread(spread)} | ${output} |`;
}

function formatTime(us) {
  if (us < 1000) return `${us.toPrecision(3)} µs`;
  if (us < 1e6) return `${(us / 1000).toPrecision(3)} ms`;
  return `${(us / 1e6).toPrecision(3)} s`;
}

function formatRatio(ratio) {
  return ratio < 100 ? ratio.toPrecision(3) : Math.round(ratio).toLocaleString('en-US');
}

function formatSpread(spread) {
  return spread === undefined ? '' : `±${Math.round(spread * 50)} %`;
}
