import { claude, codex, gemini } from '@ctx/agent-runner';
import type { ProcessDriver } from '@ctx/contract';
import { type Answer, type ModelServer, type ReceivedRequest, toolCall } from '../model-server/index.ts';
import type { Place } from './place.ts';

/** The driver options that tests use. */
export interface AgentOptions {
  readonly executable?: { readonly file: string; readonly args?: readonly string[] } | undefined;
}

/** One of the real CLIs: how to connect it to the model server, and how to read its requests. */
export interface Agent<Name extends string = 'claude' | 'codex' | 'gemini'> {
  readonly name: Name;
  readonly model: string;
  /** The driver options that connect it to the model server. */
  driverOptions(server: ModelServer): { readonly args?: readonly string[] };
  driver(server: ModelServer, options?: AgentOptions): ProcessDriver;
  env(server: ModelServer, place: Pick<Place, 'home'>): Record<string, string>;
  /** The texts of the conversation in a request, oldest first, without those the CLI adds itself. */
  conversation(request: ReceivedRequest): string[];
  /** An answer in which the model calls the CLI's tool for writing a file. */
  writeFile(path: string): Answer;
  /** An answer in which the model calls the CLI's tool for shell commands. */
  shell(command: string): Answer;
}

/** Sent only to the model server. It looks like a real key, so it must not appear in any event. */
export const API_KEY = 'sk-e2e-0123456789abcdef0123456789abcdef';

type Part = { readonly type?: string; readonly text?: string };

const textsOf = (content: string | readonly Part[]): string[] =>
  typeof content === 'string' ? [content] : content.flatMap(({ text }) => text ?? []);

const claudeAgent: Agent = {
  name: 'claude',
  model: 'claude-sonnet-4-5',
  driverOptions: () => ({}),
  driver: (_server, options) => claude(options),
  env: (server, { home }) => ({
    HOME: home,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: API_KEY,
    CLAUDE_CODE_MAX_RETRIES: '0',
  }),
  conversation: ({ body }) =>
    (body.messages as { role: string; content: string | Part[] }[])
      .filter(({ role }) => role !== 'system')
      .flatMap(({ content }) => textsOf(content))
      .filter((text) => !text.startsWith('<system-reminder>')),
  writeFile: (path) => toolCall('Write', { file_path: path, content: 'written by the model\n' }),
  shell: (command) => toolCall('Bash', { command, description: 'a command of the test' }),
};

const codexAgent: Agent = {
  name: 'codex',
  model: 'gpt-5.5',
  driverOptions: (server) => ({ args: codexProvider(server) }),
  driver: (server, options) => codex({ ...options, args: codexProvider(server) }),
  env: (_server, { home }) => ({ HOME: home, CODEX_HOME: `${home}/.codex`, E2E_API_KEY: API_KEY }),
  conversation: ({ body }) =>
    (body.input as { type: string; role?: string; content?: Part[] }[])
      .filter(({ type, role }) => type === 'message' && role !== 'developer')
      .flatMap(({ content }) => textsOf(content ?? []))
      .filter((text) => !text.startsWith('<environment_context>')),
  writeFile: (path) =>
    toolCall('apply_patch', {
      patch: `*** Begin Patch\n*** Add File: ${path}\n+written by the model\n*** End Patch\n`,
    }),
  // Longer than any command of a test. Otherwise Codex would continue while the command still runs.
  shell: (command) => toolCall('exec_command', { cmd: command, yield_time_ms: 30_000 }),
};

const geminiAgent: Agent = {
  name: 'gemini',
  model: 'gemini-2.5-flash',
  driverOptions: () => ({}),
  driver: (_server, options) => gemini(options),
  env: (server, { home }) => ({
    HOME: home,
    GEMINI_CLI_HOME: home,
    GOOGLE_GEMINI_BASE_URL: server.url,
    GEMINI_API_KEY: API_KEY,
  }),
  conversation: ({ body }) =>
    (body.contents as { parts: Part[] }[])
      .flatMap(({ parts }) => textsOf(parts))
      .filter((text) => !text.startsWith('<session_context>')),
  writeFile: (path) => toolCall('write_file', { file_path: path, content: 'written by the model\n' }),
  shell: (command) => toolCall('run_shell_command', { command, description: 'a command of the test' }),
};

export const AGENTS: readonly Agent[] = [claudeAgent, codexAgent, geminiAgent];

export function agentNamed(name: Agent['name']): Agent {
  return AGENTS.find((agent) => agent.name === name)!;
}

/** The arguments that make Codex use the model server. */
export function codexProvider({ url }: Pick<ModelServer, 'url'>, streamMaxRetries = 0): string[] {
  const provider = [
    'name="e2e"',
    `base_url="${url}/v1"`,
    'env_key="E2E_API_KEY"',
    'wire_api="responses"',
    'request_max_retries=0',
    `stream_max_retries=${streamMaxRetries}`,
  ];
  const settings = provider.map((setting) => `model_providers.e2e.${setting}`);
  return ['model_provider=e2e', ...settings].flatMap((setting) => ['-c', setting]);
}
