import type { Usage } from '@ctx/contract';

const number = new Intl.NumberFormat('en-GB');

/** Formats a duration: `0.4 s`, `12 s`, `3 min 05 s`. */
export function formatDuration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Formats a size: `812 B`, `1.2 KB`, `768 KB`, `3.4 MB`. One KB is 1024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const [amount, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB'];
  return `${amount < 10 ? amount.toFixed(1) : number.format(Math.round(amount))} ${unit}`;
}

/** Formats usage: `1,204 tokens in, 312 out`. Numbers the agent did not report are left out, so it may be empty. */
export function formatUsage(usage: Usage | undefined): string {
  const { inputTokens, outputTokens } = usage ?? {};
  if (inputTokens === undefined && outputTokens === undefined) return '';
  if (outputTokens === undefined) return `${number.format(inputTokens!)} tokens in`;
  if (inputTokens === undefined) return `${number.format(outputTokens)} tokens out`;
  return `${number.format(inputTokens)} tokens in, ${number.format(outputTokens)} out`;
}

/** Formats a count: `1 message`, `3 messages`. */
export function formatCount(count: number, noun: string): string {
  return `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a number of tokens: `812 tokens`, `12.3k tokens`. */
export function formatTokens(tokens: number): string {
  return tokens < 10_000 ? formatCount(tokens, 'token') : `${(tokens / 1000).toFixed(1)}k tokens`;
}
