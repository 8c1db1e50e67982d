import type { AssemblerInput, IContextAssembler, Layout, PromptContextMessage } from '@ctx/contract';
import { renderLayout } from '@ctx/trimmer';
import type { ReadMessage } from '../assembler/prompt-reader.ts';

/**
 * Escapes a text for a JSON string. Line ends that JSON leaves unescaped are escaped too.
 */
export function escapeJson(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** How the format escapes a text in each place. Broken assemblers replace one of these. */
export interface JsonWriting {
  readonly name: (text: string) => string;
  readonly content: (text: string) => string;
  readonly task: (text: string) => string;
  readonly deeds: (text: string) => string;
}

const WRITING: JsonWriting = { name: escapeJson, content: escapeJson, task: escapeJson, deeds: escapeJson };

/** One JSON object per line: `{"rules": …}`, `{"goal": …}`, then `{"from": …, "to": …, "content": …}` for each message. */
export function jsonLinesAssembler(
  replaced: Partial<JsonWriting> = {},
  declared: Partial<IContextAssembler> = { escapes: escapeJson },
): IContextAssembler {
  const writing = { ...WRITING, ...replaced };
  const begin = (from: string, to = 'all') => `{"from":"${writing.name(from)}","to":"${writing.name(to)}","content":"`;
  const deedsLine = (deeds: string) => `${begin('ctx')}${writing.deeds(deeds)}"}`;
  const line = ({ from, to, content, deeds }: PromptContextMessage) =>
    `${begin(from, to)}${writing.content(content)}"}${deeds ? `\n${deedsLine(deeds)}` : ''}`;
  const layout = (input: AssemblerInput): Layout => {
    const { current, contextMessages, newerMessages: newer } = input;
    const rules = [input.systemInstruction, input.instructionFileText].map((text) => text?.trim()).filter(Boolean);
    const goal = input.teamTask?.trim() ?? '';
    return {
      blocks: [
        {
          name: 'instructions',
          shrink: 'never',
          text: rules.length === 0 ? '' : `{"rules":"${escapeJson(rules.join('\n\n'))}"}`,
        },
        { name: 'task', shrink: 'never', text: goal && `{"goal":"${writing.task(goal)}"}` },
        {
          name: 'context',
          shrink: 'oldest',
          messages: contextMessages,
          line,
          newer,
          lastLine: current?.deeds ? deedsLine(current.deeds) : '',
        },
        {
          name: 'message',
          shrink: 'end',
          text: input.currentMessage.trim(),
          before: current ? begin(current.from, current.to) : '{"content":"',
          after: '"}',
          escape: writing.content,
        },
      ],
      guards: 'escape',
    };
  };
  return {
    ...declared,
    getAgentType: () => 'json-agent',
    layout,
    assemble: (input) => {
      const { prompt, systemFlag } = renderLayout(layout(input), input);
      return { prompt, systemFlag };
    },
  };
}

/** Reads the prompts of the assembler above. */
export function readJsonLines(prompt: string): ReadMessage[] {
  return prompt
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReadMessage & { goal?: string })
    .filter(({ goal }) => goal === undefined);
}
