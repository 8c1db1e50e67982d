import type { AgentType } from '@ctx/contract';
import type { ArgumentMapping, CompressOptions } from '@ctx/model-context';
import type { ApiTool } from './api-tool.ts';

/** When and how a turn's history is compressed. */
export type ApiCompression = Omit<CompressOptions, 'summarize' | 'otherTokens' | 'force'> & {
  /** Puts the older part of the history into words. Default: the model of the turn is asked. */
  readonly summarize?: CompressOptions['summarize'] | undefined;
};

/** What both API drivers are made with. */
export interface ApiDriverOptions<Client> {
  /** The vendor's SDK client, made by the caller: address, key, time-outs and retries are its settings. */
  readonly client: Client;
  /** Name of the model, as the service knows it. A turn may ask for another. */
  readonly model: string;
  /** What the model may call. */
  readonly tools?: readonly ApiTool[] | undefined;
  /** Explain the tools in words, for models without native tool calling. Default false. */
  readonly textTools?: boolean | undefined;
  /** Requests a turn may take, the first included. Default 25. */
  readonly maxSteps?: number | undefined;
  /** Repairs parameter names the model gets wrong. */
  readonly mapArguments?: ArgumentMapping | undefined;
  /** `false` asks a model that thinks in its text (Qwen, QwQ, DeepSeek R1) not to think. */
  readonly think?: boolean | undefined;
  /** How that is asked for. Default `<no_think>`; Qwen 3 servers want `/no_think`. */
  readonly noThinkTag?: string | undefined;
  /** True for a model that thinks in its text, between `<think>` tags, although its name does not say so. */
  readonly thinkTags?: boolean | undefined;
  /** Compress the history of a turn before a request that would pass the threshold. Default: never. */
  readonly compress?: ApiCompression | undefined;
  /**
   * What else the service takes, such as `temperature`: fields of Gemini's `config` or of OpenAI's body. What the driver
   * sets itself cannot be replaced.
   */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Under which agent type the driver runs. */
  readonly agentType?: AgentType | undefined;
}
