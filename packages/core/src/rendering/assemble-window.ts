import type { AgentContextOptions, ChunkedPrompt, ExplainedPrompt, IContextAssembler } from '@ctx/contract';
import { explainLayout, explainLayoutInChunks, type RenderedMessages } from '@ctx/trimmer';
import { buildInput, contextOf, type PromptSource } from '../build-input.ts';
import { type ContextWindow, positionInWindow, windowLength } from '../context-window.ts';
import { explainAssembler } from '../explain-assembler.ts';
import { lazyList } from './lazy-list.ts';
import { type Line, RenderedLog } from './rendered-log.ts';
import { renderedWindow } from './rendered-window.ts';

/** Up to here a list is made sooner than it is promised. */
const SHORT = 50;

/**
 * The prompt of a window. A layout gets the whole context as a list that makes its messages when they are looked at; one
 * that passes this list on is fitted and rendered with what earlier prompts of the same format left. An assembler
 * without a layout gets a plain array: it looks at the messages anyway.
 */
export function assembleWindow(
  source: PromptSource,
  assembler: IContextAssembler,
  options: AgentContextOptions & { readonly format?: 'string' | 'chunks' | undefined },
  window: ContextWindow | undefined,
): ExplainedPrompt | ChunkedPrompt {
  const { log, messages, maxBytes } = source;
  const messageId = window && log.at(window.current).id;
  const { idOf } = messages;
  if (assembler.layout === undefined) {
    const input = buildInput(source, options, window, contextOf(source, window));
    const explained = explainAssembler(assembler, input, { messageId, idOf });
    return options.format === 'chunks' ? { ...explained, prompt: [Buffer.from(explained.prompt)] } : explained;
  }
  const length = window === undefined ? 0 : windowLength(window);
  const context =
    length <= SHORT
      ? contextOf(source, window)
      : lazyList(length, (index) => messages.of(log.at(positionInWindow(window!, index))));
  const layout = assembler.layout(buildInput(source, options, window, context));
  const block = layout.blocks.find(({ shrink }) => shrink === 'oldest');
  const rendered =
    window !== undefined && block?.shrink === 'oldest' && block.messages === context
      ? renderedByEarlierPrompts(source, window, block.line)
      : undefined;
  const explain = options.format === 'chunks' ? explainLayoutInChunks : explainLayout;
  return explain(layout, maxBytes, { messageId, idOf, rendered });
}

/** `undefined` for a window that ends before what was rendered: an old turn is no reason to forget the newest. */
function renderedByEarlierPrompts(
  { log, messages, maxBytes }: PromptSource,
  window: ContextWindow,
  line: Line,
): RenderedMessages | undefined {
  const oldest = log.firstNumber;
  const numbered = {
    oldest,
    current: window.current + oldest,
    start: window.start + oldest,
    end: window.end + oldest,
  };
  let rendered = log.rendered.get(line);
  if (rendered === undefined || rendered.maxBytes < maxBytes) {
    rendered = new RenderedLog(line, maxBytes, numbered.end);
    log.rendered.set(line, rendered);
  }
  if (numbered.end < rendered.first) return undefined;
  return renderedWindow(rendered, numbered, (number) => messages.of(log.at(number - oldest)));
}
