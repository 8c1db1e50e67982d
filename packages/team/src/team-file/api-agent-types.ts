/** The built-in agent types that are a model API and not a program. */
export const API_AGENT_TYPES: readonly string[] = ['gemini-api', 'openai-api'];
