const LONGEST_NAME = 64;

/**
 * A tool's name from the history as Gemini takes it; history may come from elsewhere, or from a model that made the
 * name up.
 */
export function geminiName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.:-]/g, '_');
  return (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, LONGEST_NAME);
}

/** A tool's name from the history as OpenAI takes it: no dots, no colons. */
export function openaiName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST_NAME);
}
