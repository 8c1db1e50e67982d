import type { AgentScript, Step } from './agent-script.ts';

/** The properties each step must have, with the type of their values. */
const REQUIRED: { readonly [T in Step['type']]: Readonly<Record<string, 'string' | 'number' | 'array' | 'any'>> } = {
  text: { text: 'string' },
  deltas: { parts: 'array' },
  echo: {},
  thinking: { text: 'string' },
  'tool-call': { name: 'string', input: 'any' },
  'tool-result': { id: 'string', output: 'string' },
  'write-file': { path: 'string', text: 'string' },
  delay: { ms: 'number' },
  'wait-for-file': { path: 'string' },
  line: { text: 'string' },
  bytes: { base64: 'string' },
  'huge-line': { bytes: 'number' },
  stderr: { text: 'string' },
  error: { message: 'string' },
  end: {},
  exit: { code: 'number' },
  die: { signal: 'string' },
  hang: {},
  spawn: {},
};

/**
 * Checks a script, so that a typing mistake is not silently ignored.
 * @throws TypeError with the place of the mistake.
 */
export function checkScript(script: AgentScript): void {
  if (typeof script !== 'object' || script === null) throw new TypeError('A script must be an object');
  checkSteps(script.steps ?? [], 'steps');
  for (const [index, reply] of (script.replies ?? []).entries()) {
    const place = `replies[${index}]`;
    if (typeof reply.when !== 'string' || reply.when === '') {
      throw new TypeError(`${place}.when must be a string that is not empty`);
    }
    if ((reply.reply === undefined) === (reply.steps === undefined)) {
      throw new TypeError(`${place} needs either reply or steps`);
    }
    checkSteps(reply.steps ?? [], `${place}.steps`);
  }
}

function checkSteps(steps: readonly Step[], place: string): void {
  if (!Array.isArray(steps)) throw new TypeError(`${place} must be an array`);
  for (const [index, step] of steps.entries()) {
    const required = Object.hasOwn(REQUIRED, step?.type) ? REQUIRED[step.type as Step['type']] : undefined;
    if (required === undefined) throw new TypeError(`${place}[${index}] has the unknown type "${step?.type}"`);
    for (const [property, type] of Object.entries(required)) {
      const value = (step as unknown as Record<string, unknown>)[property];
      if (!hasType(value, type)) throw new TypeError(`${place}[${index}] (${step.type}) needs ${property}: ${type}`);
    }
  }
}

function hasType(value: unknown, type: 'string' | 'number' | 'array' | 'any'): boolean {
  if (type === 'any') return value !== undefined;
  return type === 'array' ? Array.isArray(value) : typeof value === type;
}
