import { encodedForms } from './encoded-forms.ts';

/** Removes secrets from text that is shown or logged. */
export type Redactor = (text: string) => string;

const REPLACEMENT = '[redacted]';
/** In characters. Shorter values may be ordinary words and numbers, so they are not redacted. */
const SHORTEST_KNOWN_VALUE = 6;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|COOKIE|AUTH|PROXY|HEADER/i;

/** Patterns of common secrets. Each takes linear time: no part of it can match the same text in two ways. */
const PATTERNS: readonly RegExp[] = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /\bya29\.[A-Za-z0-9_-]{12,}/g,
  /\bgh[opsur]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];
const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g;
const AFTER_SCHEME = /\b(Bearer|Basic)(\s{1,4})[A-Za-z0-9._~+/=-]{8,}/gi;
const AFTER_NAME =
  /((?:api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|password|passwd|secret)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',;&]{4,}/gi;
const URL_PASSWORD = /(:\/\/[^\s/:@]{0,200}:)[^\s/@]{1,200}@/g;

/**
 * A redactor that removes the known values, also in base64, hex, URL or JSON encoding, and then everything that looks
 * like a secret.
 *
 * @param knownSecrets secret values in the agent's environment
 */
export function createRedactor(knownSecrets: readonly string[] = []): Redactor {
  const known = [...new Set(knownSecrets.filter(isLongEnough).flatMap(encodedForms))]
    .filter(isLongEnough)
    // Longest first: if one value is the beginning of another, the rest of the longer one must not remain.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of known) clean = clean.replaceAll(value, REPLACEMENT);
    clean = clean.replace(PRIVATE_KEY, REPLACEMENT);
    for (const pattern of PATTERNS) clean = clean.replace(pattern, REPLACEMENT);
    return clean
      .replace(AFTER_SCHEME, `$1$2${REPLACEMENT}`)
      .replace(AFTER_NAME, `$1${REPLACEMENT}`)
      .replace(URL_PASSWORD, `$1${REPLACEMENT}@`);
  };
}

function isLongEnough(value: string): boolean {
  return value.length >= SHORTEST_KNOWN_VALUE;
}

/** The values of an environment whose names say that they are secrets. */
export function secretValues(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value !== undefined && SECRET_NAME.test(name) ? [value] : []));
}
