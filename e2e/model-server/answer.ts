/** One part of a model's answer. */
export type Block =
  | { readonly type: 'text'; readonly parts: readonly string[] }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool-call'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** Tokens as a service reports them. Cached tokens are part of the input. */
interface ReportedTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** How the model answers one request. */
export interface Answer {
  readonly blocks: readonly Block[];
  /** The pause before each part of the text. */
  readonly delayMs?: number | undefined;
  /** The tokens that the service reports. Default: the same for every answer. */
  readonly tokens?: ReportedTokens | undefined;
  /** Whether it completes (default), cuts the connection, or never ends. */
  readonly ending?: 'complete' | 'drop' | 'hang' | undefined;
}

/** A refusal with an HTTP status, in the vendor's own format. */
interface Refusal {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
}

/** Accepts the connection and never answers. */
type Silence = 'silence';

export type Reaction = Answer | Refusal | Silence;

/** The parts of the standard answer. They all differ, so that a doubled or missing part is noticed. */
export const HELLO = ['Hello', ' from the', ' model — ünï ✓', '.\n', 'Second line.'] as const;

export const text = (...parts: string[]): Answer => ({ blocks: [{ type: 'text', parts }] });

export const hello = (): Answer => text(...HELLO);

export const toolCall = (name: string, input: Readonly<Record<string, unknown>>): Answer => ({
  blocks: [
    { type: 'text', parts: ['I will ', 'do it.'] },
    { type: 'tool-call', name, input },
  ],
});

export const thinking = (): Answer => ({
  blocks: [
    { type: 'thinking', text: 'Let me think.' },
    { type: 'text', parts: HELLO },
  ],
});

export const drop = (): Answer => ({ ...text('Half an', ' answer'), ending: 'drop' });

/** Sends some text and then nothing more. */
export const hangAfter = (...parts: string[]): Answer => ({ ...text(...parts), ending: 'hang' });

/** Takes minutes, for tests that end it early. */
export const slow = (): Answer => ({ ...text(...Array.from({ length: 2000 }, (_, n) => `tick${n} `)), delayMs: 100 });
