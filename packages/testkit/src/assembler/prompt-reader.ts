import { normalizeAgentType } from '@ctx/contract';
import { type Line, linesOf } from './line-ends.ts';

/** One message as it is read from a prompt. */
export interface ReadMessage {
  readonly from: string;
  /** As it is written, `all` included; missing where the format does not tell. */
  readonly to?: string | undefined;
  readonly content: string;
}

/** Reads the messages of a prompt, in the order in which they stand there. */
export type ReadPrompt = (prompt: string) => ReadMessage[];

/** What the prompt alone does not tell. */
export interface PromptReaderOptions {
  /** The instructions of the prompt, both joined by a blank line: they are not guarded, so they must be known. */
  readonly instructions?: string | undefined;
}

type OpenMessage = { -readonly [Key in keyof ReadMessage]: ReadMessage[Key] };

interface Format {
  /** Missing where the instructions stand without a heading. */
  readonly instructions?: string;
  readonly headings: readonly string[];
  /** What stands before, between and after the names on the first line of a message. */
  readonly bullet: string;
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
 * A reader of the guarded prompts of one agent: `claude-code`, `openai-codex`, `google-gemini`; any other type is read
 * as plain text. It gives who said what to whom, the current message last, with the indent of a guarded prompt taken
 * off; deeds are messages of `ctx`. Plain text does not tell the last line of context from the message, and neither it
 * nor Gemini's format tells the addressee. Names that hold `: ` or ` -> ` cannot be told from what stands after them.
 *
 * The reader throws an `Error` for a prompt that is not guarded: a line in the first column that is neither a heading
 * of the format nor the beginning of a message.
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
  // The message whose lines are being read. Its last line end is the format's own, unless another of its lines follows.
  let open: OpenMessage | undefined;
  let endBefore = '';
  const lines = guarded === '' ? [] : linesOf(guarded);
  for (const [at, line] of lines.entries()) {
    const inner = continuationOf(line, at === lines.length - 1);
    if (inner !== undefined) {
      if (open !== undefined) open.content += endBefore + inner;
    } else if (line.text === '' || format.headings.includes(line.text)) {
      open = undefined;
    } else {
      open = beginningOf(line.text, at, format);
      messages.push(open);
    }
    endBefore = line.end;
  }
  return messages;
}

/** What a line adds to the message before it, without its indent. Cutting may leave half an indent at the very end. */
function continuationOf({ text }: Line, isLast: boolean): string | undefined {
  if (text.startsWith('  ')) return text.slice(2);
  return isLast && (text === '' || text === ' ') ? '' : undefined;
}

function beginningOf(text: string, at: number, { bullet, arrow }: Format): OpenMessage {
  const fromEnd = text.indexOf(arrow ?? COLON, bullet.length);
  const toEnd = arrow === undefined ? fromEnd : text.indexOf(COLON, fromEnd + arrow.length);
  if (!text.startsWith(bullet) || fromEnd === -1 || toEnd === -1) {
    throw new Error(
      `Line ${at + 1} after the instructions begins in the first column and is neither a heading nor a message: ${JSON.stringify(text.slice(0, 80))}`,
    );
  }
  return {
    from: text.slice(bullet.length, fromEnd),
    ...(arrow === undefined ? {} : { to: text.slice(fromEnd + arrow.length, toEnd) }),
    content: text.slice(toEnd + COLON.length),
  };
}
