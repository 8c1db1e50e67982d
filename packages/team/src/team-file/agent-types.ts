import { AGENT_CLI_TYPES } from '@ctx/agent-runner';

/** The built-in agent types that are a model API and not a program. */
export const API_AGENT_TYPES: readonly string[] = ['gemini-api', 'openai-api'];

/** All built-in agent types, by their names in team files. */
export const AGENT_TYPES: readonly string[] = [...AGENT_CLI_TYPES, 'command', ...API_AGENT_TYPES];
