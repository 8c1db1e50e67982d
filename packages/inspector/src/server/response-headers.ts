import { createHash } from 'node:crypto';

/** Headers of every response. They forbid framing, guessing the type, caching and sending a referrer. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/**
 * The content security policy of the page. It allows the page's one script and one style sheet, by their hashes, and
 * requests to this server. `trusted-types 'none'` keeps the script from turning text into markup.
 */
export function pagePolicy(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(html, 'script')}`,
    `style-src ${hashOf(html, 'style')}`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashOf(html: string, tag: 'script' | 'style'): string {
  const text = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(html)?.[1];
  return text === undefined ? "'none'" : `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
