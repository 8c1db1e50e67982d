/** A size: `812 B`, `4.0 KB`, `768 KB`, `1.2 MB`. One KB is 1024 bytes, as on the command line. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB'];
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount).toLocaleString('en')} ${unit}`;
}

/** A number of tokens: `812`, `4.0k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  return tokens < 1_000_000 ? `${(tokens / 1_000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** An amount in dollars, with two digits after the point from one dollar on, else with four. */
export function formatCost(usd: number): string {
  return `$${usd >= 1 ? usd.toFixed(2) : usd.toFixed(4)}`;
}

/** A duration: `340 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 message`, `3 messages`. */
export function formatCount(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

/** The name of a turn: `turn 3` for `turn-3`. */
export function turnName(turn: string): string {
  const [, session, id = turn] = /^(.+)\/(turn-\d+)$/.exec(turn) ?? [];
  return `${id.replace('-', ' ')}${session === undefined ? '' : ` of session ${session}`}`;
}

/** A time such as `09:30`, with its date in front if it is not today. */
export function formatTime(at: number, now: number = Date.now()): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}
