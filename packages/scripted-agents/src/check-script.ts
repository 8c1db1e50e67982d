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

/** Throws `TypeError` that names the place when a script is not one, so that a typing mistake is not played as silence. */
export function checkScript(script: AgentScript): void {
  if (typeof script !== 'object' || script === null) throw new TypeError('A script is an object.');
  checkSteps(script.steps ?? [], 'steps');
  for (const [index, reply] of (script.replies ?? []).entries()) {
    const place = `replies[${index}]`;
    if (typeof reply.when !== 'string' || reply.when === '') throw new TypeError(`${place}.when must be a text.`);
    if ((reply.reply === undefined) === (reply.steps === undefined)) {
      throw new TypeError(`${place} needs either reply or steps.`);
    }
    checkSteps(reply.steps ?? [], `${place}.steps`);
  }
}

function checkSteps(steps: readonly Step[], place: string): void {
  if (!Array.isArray(steps)) throw new TypeError(`${place} must be a list.`);
  for (const [index, step] of steps.entries()) {
    const required = Object.hasOwn(REQUIRED, step?.type) ? REQUIRED[step.type as Step['type']] : undefined;
    if (required === undefined) throw new TypeError(`${place}[${index}] has the unknown type "${step?.type}".`);
    for (const [property, wanted] of Object.entries(required)) {
      const value = (step as unknown as Record<string, unknown>)[property];
      if (!isOf(value, wanted)) throw new TypeError(`${place}[${index}] (${step.type}) needs ${property}: ${wanted}.`);
    }
  }
}

function isOf(value: unknown, wanted: 'string' | 'number' | 'array' | 'any'): boolean {
  if (wanted === 'any') return value !== undefined;
  return wanted === 'array' ? Array.isArray(value) : typeof value === wanted;
}
