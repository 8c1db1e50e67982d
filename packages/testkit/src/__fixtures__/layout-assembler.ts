import type {
  AssemblerInput,
  Block,
  ExplainedPrompt,
  IContextAssembler,
  Layout,
  PromptContextMessage,
  Receipt,
} from '@ctx/contract';
import { renderLayout } from '@ctx/trimmer';
import { fitLayout } from '../assembler/layout-reference.ts';
import { renderSections, sectionLine, spoken } from './formats.ts';
import { partsOf, standalone } from './standalone-assembler.ts';

/** An assembler with `layout` and `explain`. */
export interface ExplainingAssembler extends IContextAssembler {
  layout(input: AssemblerInput): Layout;
  explain(input: AssemblerInput): ExplainedPrompt;
}

/** A message and its deeds. */
export function sectionLines(message: PromptContextMessage): string {
  return spoken({ context: [message], lastDeeds: '' })
    .map(sectionLine)
    .join('\n');
}

/** The sectioned format as a layout. */
function sectionLayout(input: AssemblerInput): Layout {
  const { instructions, task, context, newer, lastDeeds, message } = partsOf(input);
  const lastLine = spoken({ context: [], lastDeeds }).map(sectionLine).join('\n');
  return {
    blocks: [
      { name: 'instructions', heading: '[SYSTEM]', shrink: 'never', text: instructions.join('\n\n') },
      { name: 'task', heading: '[TASK]', shrink: 'never', text: task },
      {
        name: 'context',
        heading: '[CONTEXT]',
        shrink: 'oldest',
        messages: context,
        line: sectionLines,
        newer,
        lastLine,
      },
      { name: 'message', heading: '[MESSAGE]', shrink: 'end', text: message },
    ],
  };
}

/** A correct assembler with a layout, whose `assemble` shares no code with the kit. */
export function layoutAssembler(replaced: Partial<ExplainingAssembler> = {}): ExplainingAssembler {
  const sound = standalone(renderSections);
  return {
    ...sound,
    layout: sectionLayout,
    explain: (input) => {
      const fitted = fitLayout(sectionLayout(input), input);
      if (fitted.kind === 'refused') throw new Error('explained a budget that is too small');
      return { ...sound.assemble(input), receipt: fitted.receipt };
    },
    ...replaced,
  };
}

/** The same with a wrong receipt. */
export function withReceipt(lie: (receipt: Receipt) => Partial<Receipt>): () => IContextAssembler {
  return () => {
    const sound = layoutAssembler();
    const explain = (input: AssemblerInput) => {
      const explained = sound.explain(input);
      return { ...explained, receipt: { ...explained.receipt, ...lie(explained.receipt) } };
    };
    return layoutAssembler({ explain });
  };
}

/** The same with a layout that differs from what it prints. */
export function withLayout(change: (layout: Layout, input: AssemblerInput) => Layout): () => IContextAssembler {
  return () => layoutAssembler({ layout: (input) => change(sectionLayout(input), input) });
}

/** A layout with one of its blocks changed. */
export function withBlock(name: string, change: (block: Block) => Partial<Block>): () => IContextAssembler {
  return withLayout((layout) => ({
    ...layout,
    blocks: layout.blocks.map((block) => (block.name === name ? ({ ...block, ...change(block) } as Block) : block)),
  }));
}

/** An assembler that renders a wrong layout, as one with `renderLayout` does. */
export function rendering(change: (layout: Layout, input: AssemblerInput) => Layout): () => IContextAssembler {
  return () => {
    const { getAgentType, layout: sound } = layoutAssembler();
    const layout = (input: AssemblerInput) => change(sound(input), input);
    const assemble = (input: AssemblerInput) => {
      const { prompt, systemFlag } = renderLayout(layout(input), input);
      return { prompt, systemFlag };
    };
    return { getAgentType, layout, assemble };
  };
}
