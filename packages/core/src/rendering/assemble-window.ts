import type { AgentContextOptions, ChunkedPrompt, ExplainedPrompt, IContextAssembler } from '@ctx/contract';
import { explainLayout, explainLayoutInChunks, type RenderedMessages } from '@ctx/trimmer';
import { buildInput, contextOf, messageAt, type PromptSource } from '../build-input.ts';
import { type ContextWindow, countFrom, numberInWindow } from '../context-window.ts';
import { explainAssembler } from '../explain-assembler.ts';
import { lazyList } from './lazy-list.ts';
import { type Line, RenderedLog } from './rendered-log.ts';
import { renderedWindow } from './rendered-window.ts';

/** Up to here a list costs no more made than promised, and whoever writes a layout can print it. */
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
  window: ContextWindow,
): ExplainedPrompt | ChunkedPrompt {
  const origin = { messageId: source.log.at(window.current)?.id, idOf: source.messages.idOf };
  const isChunked = options.format === 'chunks';
  if (assembler.layout === undefined) {
    const input = buildInput(source, options, window, contextOf(source, window));
    const explained = explainAssembler(assembler, input, origin);
    return isChunked ? { ...explained, prompt: [Buffer.from(explained.prompt)] } : explained;
  }
  const length = countFrom(window, window.start);
  const context =
    length <= SHORT
      ? contextOf(source, window)
      : lazyList(length, (index) => messageAt(source, numberInWindow(window, index)));
  const layout = assembler.layout(buildInput(source, options, window, context));
  const block = layout.blocks.find(({ shrink }) => shrink === 'oldest');
  const rendered =
    block?.shrink === 'oldest' && block.messages === context
      ? renderedByEarlierPrompts(source, window, block.line)
      : undefined;
  return (isChunked ? explainLayoutInChunks : explainLayout)(layout, source.maxBytes, origin, rendered);
}

/** `undefined` for a window that ends before what was rendered: an old turn is no reason to forget the newest. */
function renderedByEarlierPrompts(
  source: PromptSource,
  window: ContextWindow,
  line: Line,
): RenderedMessages | undefined {
  const { log, maxBytes } = source;
  let rendered = log.rendered.get(line);
  if (rendered === undefined || rendered.maxBytes < maxBytes) {
    rendered = new RenderedLog(line, maxBytes, window.end);
    log.rendered.set(line, rendered);
  }
  if (window.end < rendered.first) return undefined;
  return renderedWindow(rendered, window, log.first, (number) => messageAt(source, number));
}
