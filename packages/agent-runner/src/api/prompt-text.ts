import type { TurnInput } from '@ctx/contract';

/** A prompt as text. Chunks may be cut anywhere, also inside a character. */
export function promptText(prompt: TurnInput['prompt']): string {
  return typeof prompt === 'string' ? prompt : Buffer.concat(prompt).toString('utf8');
}
