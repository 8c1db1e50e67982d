import { createEscapeStripper, stripEscapes } from '../../read/escape-stripper.ts';
import { type AnswerText, createAnswerText } from '../answer-text.ts';

/**
 * With partial messages Claude sends each block twice: in deltas, then whole. This remembers what the deltas brought,
 * so that it is delivered once, and what the newest message says, which is the partial answer of a broken turn.
 */
export interface StreamedBlocks {
  /** A message begins; true when the one before was broken off in mid-text and is void. */
  startMessage(id: string): boolean;
  /** A whole message came; true when it is not the one whose text is being streamed, which is void then. */
  abandonUnless(messageId: string): boolean;
  startBlock(type: string): void;
  /** What of a text delta is to be delivered. */
  addDelta(text: string): string;
  addThinking(text: string): string;
  /** What of a whole text block was not delivered yet. */
  finishText(messageId: string, text: string): string;
  finishThinking(messageId: string, text: string): string;
  /** The text of the newest message that has any. */
  answer(): string;
}

/** Nothing streamed yet. */
export function createStreamedBlocks(): StreamedBlocks {
  const answer: AnswerText = createAnswerText();
  let answerMessageId: string | undefined;
  let streamedMessageId: string | undefined;
  let texts: string[] = [];
  let thoughts: string[] = [];
  let hasOpenText = false;
  let stripper = createEscapeStripper();

  const say = (messageId: string, text: string): string => {
    if (text === '') return '';
    if (messageId !== answerMessageId) answer.clear();
    answerMessageId = messageId;
    answer.append(text);
    return text;
  };

  // A message without an id can only be the one that is being streamed.
  const isStreamed = (messageId: string): boolean => messageId === streamedMessageId || streamedMessageId === '';

  const startMessage = (id: string | undefined): boolean => {
    const wasAbandoned = hasOpenText;
    if (wasAbandoned) answer.clear();
    streamedMessageId = id;
    texts = [];
    thoughts = [];
    hasOpenText = false;
    return wasAbandoned;
  };

  const restOf = (streamed: string | undefined, whole: string): string => {
    if (streamed === undefined || streamed === '') return whole;
    return whole.startsWith(streamed) ? whole.slice(streamed.length) : '';
  };

  return {
    startMessage,
    // After a broken stream the answer may come whole, without deltas, as another message.
    abandonUnless: (messageId) => hasOpenText && !isStreamed(messageId) && startMessage(undefined),
    startBlock(type) {
      if (type === 'text') texts.push('');
      if (type === 'thinking') thoughts.push('');
      stripper = createEscapeStripper();
    },
    addDelta(text) {
      const clean = stripper.push(text);
      if (texts.length === 0) texts.push('');
      if (!answer.overflowed) texts[texts.length - 1] += clean;
      hasOpenText ||= clean !== '';
      return say(streamedMessageId ?? '', clean);
    },
    addThinking(text) {
      if (thoughts.length === 0) thoughts.push('');
      thoughts[thoughts.length - 1] += text;
      return text;
    },
    finishText(messageId, text) {
      const streamed = isStreamed(messageId) ? texts.shift() : undefined;
      if (texts.every((open) => open === '')) hasOpenText = false;
      return say(messageId, restOf(streamed, stripEscapes(text)));
    },
    finishThinking(messageId, text) {
      return restOf(isStreamed(messageId) ? thoughts.shift() : undefined, text);
    },
    answer: () => answer.text(),
  };
}
