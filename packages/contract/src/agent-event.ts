import type { AgentFailure, TurnResult } from './turn-result.ts';
import type { Usage } from './usage.ts';

/**
 * Something to report that is neither an answer nor a failure. `compacted`: the agent replaced the history of its
 * session by a summary.
 */
export interface NoticeEvent {
  readonly type: 'notice';
  readonly kind: 'retry' | 'permission-denied' | 'empty-answer' | 'restart' | 'warning' | 'compacted';
  readonly message: string;
}

/**
 * An event of a turn, in the same form for every agent. Answer text is delivered once: a piece comes either as
 * `text-delta`s or as one `text`, never as both. The last event of a turn is `turn-end`, and there is only one.
 */
export type AgentEvent =
  | { readonly type: 'session-start'; readonly sessionId: string; readonly model?: string | undefined }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly name?: string | undefined;
      readonly output: string;
      readonly isError: boolean;
      /** The exit code of a command, where the agent tells it. */
      readonly exitCode?: number | undefined;
    }
  | NoticeEvent
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'error'; readonly error: AgentFailure }
  /** Output that the driver does not know, unchanged. */
  | { readonly type: 'raw'; readonly data: unknown }
  | { readonly type: 'turn-end'; readonly result: TurnResult };
