import type {
  AgentType,
  AssemblerInput,
  AssemblerOutput,
  Block,
  IContextAssembler,
  Layout,
  SectionName,
} from '@ctx/contract';
import { indentLines, onOneLine } from './line-ends.ts';
import { beginsWithSender, createMessageWriter, type LineEncoding, type MessageWriter } from './message-writer.ts';
import type { PromptFormat } from './prompt-format.ts';
import { renderLayout } from './render-layout.ts';

const ORDER: readonly SectionName[] = ['instructions', 'task', 'context', 'message'];

/** Follows each line end of a text in a guarded prompt, so that only the format itself writes in the first column. */
const INDENT = '  ';

const VERBATIM: LineEncoding = { name: (text) => text, content: (text) => text };
const GUARDED: LineEncoding = { name: onOneLine, content: (text) => indentLines(text, INDENT) };

/**
 * An assembler made from a format. Instructions, task and message are trimmed, and left out with their heading if they
 * are empty. With `current` in the input the prompt is guarded.
 */
export class FormatAssembler implements IContextAssembler {
  readonly skips: readonly ('task' | 'instructions')[];
  readonly escapes: PromptFormat['escape'];
  readonly sectionOrder: readonly SectionName[];
  readonly #agentType: AgentType;
  readonly #format: PromptFormat;
  readonly #plainWriter: MessageWriter;
  readonly #guardedWriter: MessageWriter;

  /** @throws TypeError unless the format's line has `{from}`, and `{content}` once. */
  constructor(agentType: AgentType, format: PromptFormat) {
    const { escape: escapes, context, order = ORDER } = format;
    this.#agentType = agentType;
    this.#format = format;
    this.escapes = escapes;
    this.skips = (['task', 'instructions'] as const).filter((name) => format[name] === undefined);
    this.sectionOrder = order.filter((name) => format[name] !== undefined);
    this.#plainWriter = createMessageWriter(context.line, escapes ? { name: escapes, content: escapes } : VERBATIM);
    this.#guardedWriter = escapes ? this.#plainWriter : createMessageWriter(context.line, GUARDED);
  }

  getAgentType(): AgentType {
    return this.#agentType;
  }

  layout(input: AssemblerInput): Layout {
    const { instructions, context } = this.#format;
    const withoutEscapes = beginsWithSender(context.line) ? 'column' : undefined;
    return {
      blocks: this.sectionOrder.map((name) => this.#block(name, input)),
      systemBlock: instructions?.separate ? 'instructions' : undefined,
      guards: this.escapes ? 'escape' : withoutEscapes,
    };
  }

  assemble(input: AssemblerInput): AssemblerOutput {
    const { prompt, systemFlag } = renderLayout(this.layout(input), input);
    return { prompt, systemFlag };
  }

  #block(name: SectionName, input: AssemblerInput): Block {
    const { heading, footer } = this.#format[name]!;
    const { current, contextMessages: messages, newerMessages: newer } = input;
    const writer = current ? this.#guardedWriter : this.#plainWriter;
    // No `...` for the common properties: in V8, each such copy that adds properties takes microseconds.
    switch (name) {
      case 'instructions':
        return { name, heading, footer, shrink: 'never', text: this.#instructions(input) };
      case 'task':
        return { name, heading, footer, shrink: 'never', text: this.#task(input) };
      case 'context':
        return {
          name,
          heading,
          footer,
          shrink: 'oldest',
          messages,
          line: writer.line,
          newer,
          lastLine: writer.deeds(current?.deeds),
        };
      case 'message': {
        const text = input.currentMessage.trim();
        const block = { name, heading, footer, shrink: 'end', text, escape: this.escapes } as const;
        if (current === undefined) return block;
        return { ...block, ...writer.around(current.from, current.to), indent: this.escapes ? undefined : INDENT };
      }
    }
  }

  #instructions({ systemInstruction, instructionFileText }: AssemblerInput): string {
    const instruction = systemInstruction?.trim() ?? '';
    const fileText = instructionFileText?.trim() ?? '';
    const text = instruction && fileText ? `${instruction}\n\n${fileText}` : instruction || fileText;
    return this.escapes && !this.#format.instructions?.separate ? this.escapes(text) : text;
  }

  #task({ teamTask, current }: AssemblerInput): string {
    const text = teamTask?.trim() ?? '';
    if (this.escapes) return this.escapes(text);
    return text !== '' && current ? INDENT + indentLines(text, INDENT) : text;
  }
}
