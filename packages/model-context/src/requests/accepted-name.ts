const LONGEST_NAME = 64;

/**
 * Turns a tool's name in the history into one that Gemini accepts. The history may come from another service, or the
 * model may have made the name up.
 */
export function geminiName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.:-]/g, '_');
  return (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, LONGEST_NAME);
}

/** Turns a tool's name in the history into one that OpenAI accepts: no dots, no colons. */
export function openaiName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST_NAME);
}
