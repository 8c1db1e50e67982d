import { createHash } from 'node:crypto';

/** What an agent is sent. */
export interface SentPrompt {
  readonly prompt: string | readonly Uint8Array[];
  readonly systemFlag?: string | undefined;
}

/** SHA-256, in hex, over the system flag, a zero byte and the prompt, all in UTF-8. Chunks or text: the same hash. */
export function promptHash({ prompt, systemFlag = '' }: SentPrompt): string {
  const hash = createHash('sha256').update(systemFlag, 'utf8').update('\0');
  if (typeof prompt === 'string') hash.update(prompt, 'utf8');
  else for (const chunk of prompt) hash.update(chunk);
  return hash.digest('hex');
}
