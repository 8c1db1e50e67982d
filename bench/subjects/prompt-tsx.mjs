import promptTsx from '@vscode/prompt-tsx';
import { createPeerSubject, lineBytes } from './peer-conversation.mjs';

const { OutputMode, PrioritizedList, PromptElement, PromptRenderer, UserMessage } = promptTsx;

const tokenizer = {
  mode: OutputMode.Raw,
  tokenLength: ({ text }) => Buffer.byteLength(text),
  countMessageTokens: ({ content }) => content.reduce((sum, { text }) => sum + lineBytes(text), 0),
};

class Conversation extends PromptElement {
  render() {
    return { ctor: PrioritizedList, props: { priority: 1_000_000, descending: false }, children: this.props.pieces };
  }
}

/** Renders all elements, then removes the one of lowest priority until the rest fits. */
export function create(conversation, ready) {
  return createPeerSubject(conversation, ready, {
    messageOf: (line) => ({ ctor: UserMessage, props: {}, children: [line] }),
    async trim(pieces, modelMaxPromptTokens) {
      const renderer = new PromptRenderer({ modelMaxPromptTokens }, Conversation, { pieces }, tokenizer);
      return (await renderer.renderRaw()).messages;
    },
    linesOf: (messages) => messages.map(({ content }) => content.map(({ text }) => text).join('')),
  });
}
