/**
 * The type of an agent, which decides its prompt format. The three types that ctx has assemblers for are listed so that
 * editors complete them. Any other string works too, for assemblers of others.
 */
export type AgentType = 'claude-code' | 'openai-codex' | 'google-gemini' | (string & {});

const NAMES = [
  ['claude', 'claude-code'],
  ['codex', 'openai-codex'],
  ['gemini', 'google-gemini'],
];

/**
 * The canonical name of an agent type: `claude`, `codex` and `gemini` become `claude-code`, `openai-codex` and
 * `google-gemini`. Letter case does not matter, for these and for the full names. Any other name is returned unchanged.
 */
export function normalizeAgentType(type: string): AgentType {
  const wanted = type.toLowerCase();
  return NAMES.find((names) => names.includes(wanted))?.[1] ?? type;
}
