import type { AssemblerOutput, Block, IContextAssembler } from '@ctx/contract';
import { FormatAssembler } from '@ctx/trimmer';
import { type BrokenAssemblers, withInput, withOutput, withParts, withSteps } from './broken-assembler.ts';
import { renderSections } from './formats.ts';
import { rendering } from './layout-assembler.ts';

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
  'never prints the instruction file': [
    withInput(({ instructionFileText: _, ...input }) => input),
    /^The instructionFileText is not in the output/,
  ],
  'never prints the context': [
    withInput((input) => ({ ...input, contextMessages: [] })),
    /^Context message 0 is in the output 0 times instead of once|^With current in the input, said0x7f is in the output 0 times|^0 of 10000 context messages are printed/,
  ],
  'never prints the deeds of the current message': [
    withInput(({ current: _, ...input }) => input),
    /^The deeds of the current message are in the output 0 times .* as the last line of the context\.$/,
  ],
  'has two blocks that may be cut, which assemble() reports in its own words': [
    rendering(({ blocks }) => ({
      blocks: blocks.map((block) => (block.name === 'task' ? { ...block, shrink: 'end' } : block) as Block),
    })),
    /^2 blocks of the layout have shrink "end"|^Not checked: the layout is not well formed\./,
  ],
  'has no assemble function': [
    () => ({ getAgentType: () => 'half' }) as unknown as IContextAssembler,
    /^create\(\) returned \[object Object\], which has no assemble\(\)\. Return an object that|^Not checked: create\(\) failed\./,
  ],
  'has no getAgentType function': [
    () => ({ assemble: () => ({ prompt: '', systemFlag: undefined }) }) as unknown as IContextAssembler,
    /^create\(\) returned \[object Object\], which has no getAgentType\(\)\. Return an object that|^Not checked: create\(\) failed\./,
  ],
  'comes as a promise': [
    () => Promise.reject(new Error('late')) as unknown as IContextAssembler,
    /^create\(\) returned \[object Promise\], .* Return the assembler itself, not a promise\.$|^Not checked: create\(\) failed\./,
  ],
  'cannot be constructed': [
    () => new FormatAssembler('wrong', { context: { line: 'no names' }, message: {} }),
    /^create\(\) threw TypeError: ".*". Fix the constructor\.$|^Not checked: create\(\) failed\./,
  ],
  'is constructed without new': [
    FormatAssembler as unknown as () => IContextAssembler,
    /^create\(\) threw TypeError: ".*". Give testAssembler a function that returns|^Not checked: create\(\) failed\./,
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
      const isDropped =
        input.maxTokens === undefined && input.contextMessages.length > 0 && !output.prompt.includes('[CONTEXT]');
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
