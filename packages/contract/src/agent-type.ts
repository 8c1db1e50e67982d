/**
 * Which prompt format an agent wants. The three names ctx ships assemblers for are listed so that editors complete
 * them; any other string is as good, and is what a third-party assembler registers under.
 */
export type AgentType = 'claude-code' | 'openai-codex' | 'google-gemini' | (string & {});

const NAMES = [
  ['claude', 'claude-code'],
  ['codex', 'openai-codex'],
  ['gemini', 'google-gemini'],
];

/**
 * The canonical name of an agent type: `claude`, `codex` and `gemini` in any letter case become `claude-code`,
 * `openai-codex` and `google-gemini`, and so do the full names. Anything else is returned exactly as it came.
 */
export function normalizeAgentType(type: string): AgentType {
  const wanted = type.toLowerCase();
  return NAMES.find((names) => names.includes(wanted))?.[1] ?? type;
}
