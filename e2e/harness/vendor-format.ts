/** A message as another member should see it: without markers, not yet indented. */
export interface Line {
  readonly from: string;
  readonly to: string;
  readonly content: string;
}

/** The parts of a prompt. */
export interface PromptParts {
  readonly instructions: string;
  readonly task: string;
  readonly context: readonly Line[];
  readonly message: Line;
}

/** The prompt of a vendor's agent, and the system text that is sent separately. */
interface WrittenPrompt {
  readonly prompt: string;
  readonly system: string;
  /** The sections of both, in order. */
  readonly sections: readonly { readonly name: string; readonly text: string }[];
}

/** The format of a CLI, or of members with an API. */
export type FormatName = 'claude' | 'codex' | 'gemini' | 'api';

/** The headings of the sections. `apart` means that the instructions are sent separately. */
type Format = readonly [instructions: string, task: string, context: string, message: string];

const BRACKETS = ['[TEAM_TASK]\n', '[CONTEXT]\n', '[MESSAGE]\n'] as const;
const FORMATS: Readonly<Record<FormatName, Format>> = {
  claude: ['apart', ...BRACKETS],
  codex: ['[SYSTEM]\n', ...BRACKETS],
  gemini: ['Instructions:\n', 'Team Task:\n', 'Conversation so far:\n', 'Your task:\n'],
  api: ['apart', '', '', ''],
};

const LINES: Readonly<Record<FormatName, (line: Line) => string>> = {
  claude: ({ from, to, content }) => `- ${from} -> ${to}: ${content}`,
  codex: ({ from, to, content }) => `- ${from} -> ${to}: ${content}`,
  gemini: ({ from, content }) => `- ${from}: ${content}`,
  api: ({ from, content }) => `${from}: ${content}`,
};

const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Indents all lines but the first, because only the format itself may write in the first column. */
export function indented(text: string): string {
  return text.replace(LINE_END, '$&  ');
}

/**
 * Writes a prompt as the documentation describes it for each vendor. It shares no code with the assemblers, so that tests
 * can compare the two.
 */
export function writePrompt(format: FormatName, parts: PromptParts): WrittenPrompt {
  const [instructions, task, context, message] = FORMATS[format];
  const apart = instructions === 'apart';
  const write = (line: Line) => LINES[format]({ ...line, content: indented(line.content) });
  const lines = parts.context.map(write).join('\n');
  const inPrompt = [
    ...(apart ? [] : [{ name: 'instructions', text: instructions + parts.instructions }]),
    { name: 'task', text: `${task}  ${indented(parts.task)}` },
    ...(parts.context.length === 0 ? [] : [{ name: 'context', text: context + lines }]),
    { name: 'message', text: message + write(parts.message) },
  ];
  return {
    prompt: inPrompt.map(({ text }) => text).join('\n\n'),
    system: apart ? parts.instructions : '',
    sections: apart ? [{ name: 'instructions', text: parts.instructions }, ...inPrompt] : inPrompt,
  };
}
