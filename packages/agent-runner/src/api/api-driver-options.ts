import type { AgentType } from '@ctx/contract';
import type { ArgumentMapping, CompressOptions } from '@ctx/model-context';
import type { ApiTool } from './api-tool.ts';

/** When and how a turn's history is compressed. */
export type ApiCompression = Omit<CompressOptions, 'summarize' | 'otherTokens' | 'force'> & {
  /** Writes a summary of the older part of the history. Default: the model of the turn does. */
  readonly summarize?: CompressOptions['summarize'] | undefined;
};

/** Options of both API drivers. */
export interface ApiDriverOptions<Client> {
  /** The client of the vendor's SDK. Address, key, time-outs and retries are its settings. */
  readonly client: Client;
  /** Model name. The input of a turn can name another model. */
  readonly model: string;
  /** Tools that the model can call. */
  readonly tools?: readonly ApiTool[] | undefined;
  /** Describe the tools in the prompt, for models without native tool calling. Default false. */
  readonly textTools?: boolean | undefined;
  /** Maximum number of requests per turn, including the first. Default 25. */
  readonly maxSteps?: number | undefined;
  /** Corrects parameter names that the model gets wrong. */
  readonly mapArguments?: ArgumentMapping | undefined;
  /** `false` tells a model that writes its thinking into the answer (Qwen, QwQ, DeepSeek R1) not to think. */
  readonly think?: boolean | undefined;
  /** The text that tells it so. Default `<no_think>`; Qwen 3 servers expect `/no_think`. */
  readonly noThinkTag?: string | undefined;
  /** True for a model that writes its thinking between `<think>` tags but cannot be recognised by its name. */
  readonly thinkTags?: boolean | undefined;
  /** Compress the history of a turn before a request that would exceed the threshold. Default: never. */
  readonly compress?: ApiCompression | undefined;
  /**
   * Other request settings, such as `temperature`: fields of Gemini's `config` or of OpenAI's request body. Fields that
   * the driver sets itself cannot be replaced.
   */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Agent type of the driver. Default `gemini-api` or `openai-api`. */
  readonly agentType?: AgentType | undefined;
}
