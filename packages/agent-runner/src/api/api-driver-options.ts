import type { AgentType } from '@ctx/contract';
import type { ArgumentMapping } from '@ctx/model-context';
import type { ApiTool } from './api-tool.ts';

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
  /** `false` asks a thinking model (Qwen, QwQ) not to think. */
  readonly think?: boolean | undefined;
  /** How that is asked for. Default `<no_think>`; Qwen 3 servers want `/no_think`. */
  readonly noThinkTag?: string | undefined;
  /**
   * What else the service takes, such as `temperature`: fields of Gemini's `config` or of OpenAI's body. What the driver
   * sets itself cannot be replaced.
   */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Under which agent type the driver runs. */
  readonly agentType?: AgentType | undefined;
}
