import { isMachineSetting } from '../prepare/child-environment.ts';
import { encodedForms } from './encoded-forms.ts';
import { SECRET_KINDS } from './secret-kinds.ts';

/** Removes secrets from text that is shown or logged. */
export type Redactor = (text: string) => string;

const REPLACEMENT = '[redacted]';
/** In characters. Shorter values may be ordinary words and numbers, so they are not redacted. */
const SHORTEST_KNOWN_VALUE = 6;
const SECRET_NAME =
  /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|COOKIE|AUTH|PROXY|HEADER|_PAT$|_PWD$|DSN$|DATABASE_URL$/i;
/** An address without user, password or query. One that must stay secret has a name that says so. */
const PLAIN_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/i;
const SECRET_ADDRESS_NAME = /HOOK|KEY|TOKEN|SECRET/i;
const MODEL_NAME = /_MODEL$/;

/**
 * A redactor that removes the known values, also in hex, URL or JSON encoding, and then everything that looks like a
 * secret.
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
    for (const pattern of Object.values(SECRET_KINDS)) {
      clean = clean.replace(pattern, (_all, kept) => (typeof kept === 'string' ? kept : '') + REPLACEMENT);
    }
    return clean;
  };
}

function isLongEnough(value: string): boolean {
  return value.length >= SHORTEST_KNOWN_VALUE;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The secret values of an environment: those whose names say so, and all that are `named`, which an agent was given on
 * purpose. The address of a service, a model and a setting of the machine are no secrets.
 */
export function secretValues(env: Variables, named: Variables = {}): string[] {
  const isSecret = ([name, value]: [string, string | undefined]) =>
    value !== undefined && (!PLAIN_ADDRESS.test(value) || SECRET_ADDRESS_NAME.test(name));
  const byName = Object.entries(env).filter(([name]) => SECRET_NAME.test(name));
  const given = Object.entries(named).filter(([name]) => !isMachineSetting(name) && !MODEL_NAME.test(name));
  return [...byName, ...given].filter(isSecret).map(([, value]) => String(value));
}
