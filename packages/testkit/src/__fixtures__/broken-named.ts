import type { AssemblerOutput } from '@ctx/contract';
import { type BrokenAssemblers, withOutput, withParts, withSteps } from './broken-assembler.ts';
import { renderSections } from './formats.ts';

const FOOTER = '\n\nAnswer in English.';

const withFooter = ({ prompt, systemFlag }: AssemblerOutput) => ({ prompt: prompt + FOOTER, systemFlag });

const escaped = (text: string) => text.replaceAll('>', '&gt;');

/** Faults that the kit must name correctly in every check that fails. */
export const BROKEN_NAMED: BrokenAssemblers = {
  'escapes > in names without declaring it': [
    withParts(({ context }) => ({ context: context.map((message) => ({ ...message, from: escaped(message.from) })) })),
    /^The name "(a: b -> c|<b>)" is printed escaped, as "(a: b -&gt; c|<b&gt;)"/,
  ],
  'writes the context in reversed order': [
    withParts(({ context }) => ({ context: [...context].reverse() })),
    /^The context is in reversed order, newest message first/,
  ],
  'prints the heading of a missing task': [
    withSteps({
      render: (parts) =>
        parts.task === '' && parts.instructions.length > 0
          ? { ...renderSections(parts), prompt: taskless(renderSections(parts).prompt) }
          : renderSections(parts),
    }),
    /^The heading "\[TASK\]" is printed although there is no task/,
  ],
  'prints the heading of dropped context': [
    withOutput((output, input) => {
      const prompt = `[CONTEXT]\n\n${output.prompt}`;
      const isDropped = input.maxTokens === undefined && input.contextMessages.length > 0 && !output.prompt.includes('[CONTEXT]');
      return isDropped && Buffer.byteLength(prompt) <= input.maxBytes ? { ...output, prompt } : output;
    }),
    /^The heading "\[CONTEXT\]" is printed with .*, although everything under it was dropped/,
  ],
  'adds a constant footer after fitting': [
    withOutput(withFooter),
    /the constant footer "Answer in English\." is not counted|ends with the constant footer "Answer in English\."/,
  ],
  'prints a constant footer even if all parts are empty': [
    withSteps({ render: (parts) => withFooter(renderSections(parts)) }),
    /^Every prompt ends with the constant footer "Answer in English\.", even if all parts are empty/,
  ],
};

function taskless(prompt: string): string {
  const at = prompt.indexOf('\n\n[CONTEXT]');
  return at === -1 ? prompt : `${prompt.slice(0, at)}\n\n[TASK]${prompt.slice(at)}`;
}
