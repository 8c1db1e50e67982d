import type { AgentFailure, TurnResult } from './turn-result.ts';
import type { Usage } from './usage.ts';

/**
 * Something worth telling that is neither answer nor failure. `compacted`: the agent put a summary in the place of what
 * its session held.
 */
export interface NoticeEvent {
  readonly type: 'notice';
  readonly kind: 'retry' | 'permission-denied' | 'empty-answer' | 'restart' | 'warning' | 'compacted';
  readonly message: string;
}

/**
 * What happens during a turn, the same for every agent. Answer text is delivered once: a piece comes either as
 * `text-delta`s or as one `text`, never as both. The last event of a turn is its only `turn-end`.
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
    }
  | NoticeEvent
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'error'; readonly error: AgentFailure }
  /** Anything the driver does not know, kept as it came. */
  | { readonly type: 'raw'; readonly data: unknown }
  | { readonly type: 'turn-end'; readonly result: TurnResult };
