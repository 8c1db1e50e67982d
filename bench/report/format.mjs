/** Formats microseconds with a suitable unit. */
export function formatTime(us) {
  if (us === undefined) return '';
  if (us < 1000) return `${us.toPrecision(3)} µs`;
  if (us < 1e6) return `${(us / 1000).toPrecision(3)} ms`;
  return `${(us / 1e6).toPrecision(3)} s`;
}

/** Formats a ratio with about three digits. */
export function formatRatio(ratio) {
  if (ratio === undefined) return '';
  if (ratio < 0.1) return ratio.toFixed(3);
  return ratio < 100 ? ratio.toPrecision(3) : Math.round(ratio).toLocaleString('en-US');
}

/** Formats a spread as `± n %`: half the width of the middle half of the rounds. */
export function formatSpread(spread) {
  return spread === undefined ? '' : `± ${Math.round(spread * 50)} %`;
}

/** The first cell of a row: `package version · function`, or only a name for our own rows. */
export function formatName({ package: packageName, name, mode }, versions = {}) {
  const shown =
    packageName === undefined ? name : `${[packageName, versions[packageName]].filter(Boolean).join(' ')} · ${name}`;
  if (mode === 'cold') return `${shown}, first time`;
  return shown;
}

/** Formats a Markdown table; `columns` are `{ title, isNumber?, of(row) }`. */
export function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => title)),
    `|${columns.map(({ isNumber }) => (isNumber ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => line(columns.map(({ of }) => of(row) ?? ''))),
  ].join('\n');
}
