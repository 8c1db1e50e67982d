import { normalizeAgentType } from '@ctx/contract';
import { type Line, linesOf } from './line-ends.ts';

/** One message read from a prompt. */
export interface ReadMessage {
  readonly from: string;
  /** The addressee, or `all`. Missing if the format does not print it. */
  readonly to?: string | undefined;
  readonly content: string;
}

/** Reads the messages of a prompt, in their order in the prompt. */
export type ReadPrompt = (prompt: string) => ReadMessage[];

/** Options of `promptReader`. */
export interface PromptReaderOptions {
  /**
   * The instructions of the prompt; if there are two, joined by a blank line. Instructions are not guarded, so the
   * reader has to know them to skip them.
   */
  readonly instructions?: string | undefined;
}

type OpenMessage = { -readonly [Key in keyof ReadMessage]: ReadMessage[Key] };

interface Format {
  /** Heading of the instructions. Missing if they have none. */
  readonly instructions?: string;
  readonly headings: readonly string[];
  /** The text before the names on the first line of a message. */
  readonly bullet: string;
  /** The text between sender and addressee. Missing if the format does not print the addressee. */
  readonly arrow?: string;
}

const COLON = ': ';

const BRACKETS: Format = {
  instructions: '[SYSTEM]',
  headings: ['[TEAM_TASK]', '[CONTEXT]', '[MESSAGE]'],
  bullet: '- ',
  arrow: ' -> ',
};

const FORMATS: Readonly<Record<string, Format>> = {
  'claude-code': BRACKETS,
  'openai-codex': BRACKETS,
  'google-gemini': {
    instructions: 'Instructions:',
    headings: ['Team Task:', 'Conversation so far:', 'Your task:'],
    bullet: '- ',
  },
};

const PLAIN: Format = { headings: [], bullet: '' };

/**
 * A reader for the guarded prompts of one agent: `claude-code`, `openai-codex` or `google-gemini`. Prompts of any other
 * type are read as plain text. It returns who said what to whom, without the indent of a guarded prompt. The current
 * message comes last, and deeds are messages from `ctx`.
 *
 * Plain text does not separate the last line of the context from the message. Plain text and Gemini's format do not
 * print the addressee. A name that holds `: ` or ` -> ` is not read correctly.
 *
 * The reader throws an `Error` for a prompt that is not guarded: if a line in the first column is neither a heading of
 * the format nor the start of a message.
 */
export function promptReader(agentType: string, options: PromptReaderOptions = {}): ReadPrompt {
  const format = FORMATS[normalizeAgentType(agentType)] ?? PLAIN;
  const instructions = options.instructions?.trim() ?? '';
  return (prompt) => readMessages(withoutInstructions(prompt, instructions, format), format);
}

function withoutInstructions(prompt: string, instructions: string, { instructions: heading }: Format): string {
  const head = heading === undefined ? instructions : `${heading}\n${instructions}`;
  if (instructions === '' || !prompt.startsWith(head)) return prompt;
  const rest = prompt.slice(head.length);
  return rest === '' || rest.startsWith('\n\n') ? rest.slice(2) : prompt;
}

function readMessages(guarded: string, format: Format): ReadMessage[] {
  const messages: OpenMessage[] = [];
  // The message whose lines are being read.
  let open: OpenMessage | undefined;
  // The line end before the current line. It belongs to the message only if the message continues after it.
  let endBefore = '';
  const lines = guarded === '' ? [] : linesOf(guarded);
  for (const [at, line] of lines.entries()) {
    const inner = continuationOf(line, at === lines.length - 1);
    if (inner !== undefined) {
      if (open !== undefined) open.content += endBefore + inner;
    } else if (line.text === '' || format.headings.includes(line.text)) {
      open = undefined;
    } else {
      open = startOf(line.text, at, format);
      messages.push(open);
    }
    endBefore = line.end;
  }
  return messages;
}

/**
 * The text that an indented line adds to the message before it; `undefined` if the line is not indented. If the prompt
 * was cut, the last line may have only a part of the indent.
 */
function continuationOf({ text }: Line, isLast: boolean): string | undefined {
  if (text.startsWith('  ')) return text.slice(2);
  return isLast && (text === '' || text === ' ') ? '' : undefined;
}

function startOf(text: string, at: number, { bullet, arrow }: Format): OpenMessage {
  const fromEnd = text.indexOf(arrow ?? COLON, bullet.length);
  const toEnd = arrow === undefined ? fromEnd : text.indexOf(COLON, fromEnd + arrow.length);
  if (!text.startsWith(bullet) || fromEnd === -1 || toEnd === -1) {
    throw new Error(
      `Line ${at + 1} after the instructions starts in the first column and is neither a heading nor a message: ${JSON.stringify(text.slice(0, 80))}`,
    );
  }
  return {
    from: text.slice(bullet.length, fromEnd),
    ...(arrow === undefined ? {} : { to: text.slice(fromEnd + arrow.length, toEnd) }),
    content: text.slice(toEnd + COLON.length),
  };
}
