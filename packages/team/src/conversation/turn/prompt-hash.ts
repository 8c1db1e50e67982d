import { createHash } from 'node:crypto';

/** The text that an agent is sent: its prompt, and the system text for agents that take it by a flag. */
export interface SentPrompt {
  readonly prompt: string | readonly Uint8Array[];
  readonly systemFlag?: string | undefined;
}

/**
 * SHA-256, in hex, of the system flag, a zero byte and the prompt, in UTF-8. A string and its chunks have the same
 * hash.
 */
export function promptHash({ prompt, systemFlag = '' }: SentPrompt): string {
  const hash = createHash('sha256').update(systemFlag, 'utf8').update('\0');
  if (typeof prompt === 'string') hash.update(prompt, 'utf8');
  else for (const chunk of prompt) hash.update(chunk);
  return hash.digest('hex');
}
