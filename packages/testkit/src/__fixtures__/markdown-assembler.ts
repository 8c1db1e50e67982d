import type { AssemblerInput, IContextAssembler, Layout, PromptContextMessage } from '@ctx/contract';
import { renderLayout } from '@ctx/trimmer';

/** Every line end that a guarded prompt indents after. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: FS, GS and RS are line ends
export const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]/g;

/** How a guarded prompt changes a text in each place. Broken assemblers replace one of these. */
export interface MarkdownGuard {
  readonly name: (text: string) => string;
  readonly content: (text: string) => string;
  readonly task: (text: string) => string;
  readonly deeds: (text: string) => string;
  readonly message: (text: string) => string;
  readonly sender: (from: string, to: string | undefined) => string;
}

const indent = (text: string) => text.replaceAll(LINE_END, (end) => `${end}  `);
const begin = (from: string, to = 'all') => `* **${from}** to ${to}: `;

const GUARD: MarkdownGuard = {
  name: (text) => text.replaceAll(LINE_END, (end) => ' '.repeat(end.length)),
  content: indent,
  task: (text) => `  ${indent(text)}`,
  deeds: indent,
  message: indent,
  sender: (from, to) => begin(GUARD.name(from), GUARD.name(to ?? 'all')),
};

const asItIs = (text: string) => text;
const UNGUARDED: MarkdownGuard = {
  name: asItIs,
  content: asItIs,
  task: asItIs,
  deeds: asItIs,
  message: asItIs,
  sender: () => '',
};

/** Headings and a list of messages, with the task first. It guards the first column by itself. */
export function markdownAssembler(
  replaced: Partial<MarkdownGuard> = {},
  declared: Partial<IContextAssembler> = { sectionOrder: ['task', 'instructions', 'context', 'message'] },
): IContextAssembler {
  const guarded = lineOf({ ...GUARD, ...replaced });
  const unguarded = lineOf(UNGUARDED);
  const layout = (input: AssemblerInput): Layout => {
    const { current, contextMessages, newerMessages: newer } = input;
    const guard = current ? { ...GUARD, ...replaced } : UNGUARDED;
    const rules = [input.systemInstruction, input.instructionFileText].map((text) => text?.trim()).filter(Boolean);
    const task = input.teamTask?.trim();
    const message = input.currentMessage.trim();
    return {
      blocks: [
        { name: 'task', heading: '## Goal', shrink: 'never', text: task ? guard.task(task) : '' },
        { name: 'instructions', heading: '## Rules', shrink: 'never', text: rules.join('\n\n') },
        {
          name: 'context',
          heading: '## So far',
          shrink: 'oldest',
          messages: contextMessages,
          line: current ? guarded : unguarded,
          newer,
          lastLine: current?.deeds ? `${begin('ctx')}${guard.deeds(current.deeds)}` : '',
        },
        {
          name: 'message',
          heading: '## Now',
          shrink: 'end',
          text: guard.message(message),
          before: current && message && guard.sender(current.from, current.to),
        },
      ],
      guards: 'column',
    };
  };
  return {
    ...declared,
    getAgentType: () => 'markdown-agent',
    layout,
    assemble: (input) => {
      const { prompt, systemFlag } = renderLayout(layout(input), input);
      return { prompt, systemFlag };
    },
  };
}

function lineOf({ name, content, deeds: writeDeeds }: MarkdownGuard) {
  return ({ from, to = 'all', content: said, deeds }: PromptContextMessage) =>
    `${begin(name(from), name(to))}${content(said)}${deeds ? `\n${begin('ctx')}${writeDeeds(deeds)}` : ''}`;
}
