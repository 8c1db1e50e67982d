/** One thing a model says or asks for. */
export type Block =
  | { readonly type: 'text'; readonly parts: readonly string[] }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'tool-call'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** Tokens as a service reports them; what was read from its cache is part of the input. */
export interface ReportedTokens {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** How the model answers one request. */
export interface Answer {
  readonly blocks: readonly Block[];
  /** Pause before each bit of text. */
  readonly delayMs?: number | undefined;
  /** What the service says about tokens; default the same for every answer. */
  readonly tokens?: ReportedTokens | undefined;
  /** How it ends: well (default), by cutting the connection, or never. */
  readonly ending?: 'complete' | 'drop' | 'hang' | undefined;
}

/** A refusal with an HTTP status, in the vendor's own words. */
export interface Refusal {
  readonly status: number;
  readonly retryAfterSeconds?: number | undefined;
}

/** Never answers at all: the connection is accepted and stays silent. */
export type Silence = 'silence';

export type Reaction = Answer | Refusal | Silence;

/** The same words in every test, so that a doubled or missing piece is seen. */
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

/** Says something and then nothing more. */
export const hangAfter = (...parts: string[]): Answer => ({ ...text(...parts), ending: 'hang' });

/** Goes on for minutes: for tests that end it. */
export const slow = (): Answer => ({ ...text(...Array.from({ length: 2000 }, (_, n) => `tick${n} `)), delayMs: 100 });
