/** CPU time in the unit that suits it. */
export function formatTime(us) {
  if (us === undefined) return '';
  if (us < 1000) return `${us.toPrecision(3)} µs`;
  if (us < 1e6) return `${(us / 1000).toPrecision(3)} ms`;
  return `${(us / 1e6).toPrecision(3)} s`;
}

/** A ratio, with as many digits as it deserves. */
export function formatRatio(ratio) {
  if (ratio === undefined) return '';
  if (ratio < 0.1) return ratio.toFixed(3);
  return ratio < 100 ? ratio.toPrecision(3) : Math.round(ratio).toLocaleString('en-US');
}

/** Half the width of the middle half of the rounds. */
export function formatSpread(spread) {
  return spread === undefined ? '' : `± ${Math.round(spread * 50)} %`;
}

/** Who a row is about: `package version function`, or ours. */
export function formatName({ package: packageName, name, mode }, versions = {}) {
  const shown =
    packageName === undefined ? name : `${[packageName, versions[packageName]].filter(Boolean).join(' ')} · ${name}`;
  if (mode === 'cold') return `${shown}, first time`;
  return shown;
}

/** A Markdown table; `columns` are `{ title, isNumber?, of(row) }`. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => title)),
    `|${columns.map(({ isNumber }) => (isNumber ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => line(columns.map(({ of }) => of(row) ?? ''))),
  ].join('\n');
}
