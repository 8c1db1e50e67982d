import { type ApiTool, geminiApi, openaiApi } from '@ctx/agent-runner';
import { type AgentDriver, CtxError } from '@ctx/contract';
import type { AgentMember } from '../team-file/team.ts';

/** What the driver of an API member needs besides the member. */
export interface ApiSurroundings {
  /** The variables that hold the keys. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tools that the model may call. */
  readonly tools?: readonly ApiTool[] | undefined;
}

// The variables that the vendors' own tools read.
const KEY_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['gemini-api', ['GEMINI_API_KEY', 'GOOGLE_API_KEY']],
  ['openai-api', ['OPENAI_API_KEY']],
]);

/**
 * The driver of a member behind a model API. The vendor's SDK is loaded here, so that only teams with such a member
 * need to install it.
 * @throws CtxError `CTX_AGENT_NOT_FOUND` when the SDK is not installed, `CTX_AGENT_AUTH` when there is no key.
 */
export async function apiDriver(member: AgentMember, { env, tools }: ApiSurroundings): Promise<AgentDriver> {
  const { baseUrl, textTools, think } = member.api ?? {};
  const options = { model: requireModel(member), agentType: member.agentType, tools, textTools, think };
  const apiKey = keyOf(member, env);
  if (member.agentType === 'gemini-api') {
    const { GoogleGenAI } = await loadSdk(member, '@google/genai', () => import('@google/genai'));
    const client = new GoogleGenAI({ apiKey, ...(baseUrl === undefined ? {} : { httpOptions: { baseUrl } }) });
    return geminiApi({ ...options, client });
  }
  const { OpenAI } = await loadSdk(member, 'openai', () => import('openai'));
  return openaiApi({
    ...options,
    client: new OpenAI({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) }),
  });
}

function requireModel({ id, model }: AgentMember): string {
  if (model !== undefined) return model;
  throw new CtxError('CTX_TEAM_FILE', `${id} has no model; a member behind an API needs one.`);
}

/** The variables that may hold the key of a member behind an API. */
export interface ApiKeySource {
  /** Names of variables; the first one that is set is used. */
  readonly names: readonly string[];
  /** True for a server of your own, such as vLLM or Ollama, which usually needs no key. */
  readonly isOptional: boolean;
}

/** The variables that may hold the key of a member; `undefined` for members that are not behind an API. */
export function apiKeySource({ agentType, api }: AgentMember): ApiKeySource | undefined {
  const names = KEY_NAMES.get(agentType);
  if (names === undefined) return undefined;
  if (api?.apiKeyEnv !== undefined) return { names: [api.apiKeyEnv], isOptional: false };
  return { names, isOptional: api?.baseUrl !== undefined };
}

function keyOf(member: AgentMember, env: Readonly<Record<string, string | undefined>>): string {
  const { names, isOptional } = apiKeySource(member)!;
  const key = names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  if (key !== undefined) return key;
  // The SDKs require a key, even if the server ignores it.
  if (isOptional) return 'none';
  throw new CtxError(
    'CTX_AGENT_AUTH',
    `${member.id} has no key: set ${names.join(' or ')}, or name another variable in api.apiKeyEnv of the team file.`,
  );
}

async function loadSdk<Module>(member: AgentMember, name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new CtxError('CTX_AGENT_NOT_FOUND', `${member.id} needs the package ${name}: npm install ${name}`, { cause });
  }
}
