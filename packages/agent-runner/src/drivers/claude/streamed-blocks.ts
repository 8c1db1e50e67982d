import { createEscapeStripper, stripEscapes } from '../../read/escape-stripper.ts';
import { type AnswerText, createAnswerText } from '../answer-text.ts';

/**
 * With partial messages Claude Code sends each block twice: in deltas, then whole. This keeps the text of the deltas,
 * so that it is delivered once, and the text of the newest message, which is the partial answer if the turn breaks off.
 */
export interface StreamedBlocks {
  /** A message begins. True if the message before broke off in the middle of a text, which is then invalid. */
  startMessage(id: string): boolean;
  /** A complete message came. True if another message was being streamed, which is then invalid. */
  abandonUnless(messageId: string): boolean;
  startBlock(type: string): void;
  /** The part of a text delta to deliver. */
  addDelta(text: string): string;
  addThinking(text: string): string;
  /** The part of a complete text block that has not been delivered yet. */
  finishText(messageId: string, text: string): string;
  finishThinking(messageId: string, text: string): string;
  /** The text of the newest message that has any. */
  answer(): string;
}

/** Creates the record of one turn, without blocks. */
export function createStreamedBlocks(): StreamedBlocks {
  const answer: AnswerText = createAnswerText();
  let answerMessageId: string | undefined;
  let streamedMessageId = '';
  let texts: string[] = [];
  let thoughts: string[] = [];
  let hasOpenText = false;
  let stripper = createEscapeStripper();

  const addToAnswer = (messageId: string, text: string): string => {
    if (text === '') return '';
    if (messageId !== answerMessageId) answer.clear();
    answerMessageId = messageId;
    answer.append(text);
    return text;
  };

  // If no message with an id is being streamed, every complete message is taken for the streamed one.
  const isStreamed = (messageId: string): boolean => messageId === streamedMessageId || streamedMessageId === '';

  const startMessage = (id: string): boolean => {
    const wasAbandoned = hasOpenText;
    if (wasAbandoned) answer.clear();
    streamedMessageId = id;
    texts = [];
    thoughts = [];
    hasOpenText = false;
    return wasAbandoned;
  };

  const undelivered = (streamed: string, whole: string): string =>
    whole.startsWith(streamed) ? whole.slice(streamed.length) : '';

  return {
    startMessage,
    // After a broken stream the answer may come as another message, complete and without deltas.
    abandonUnless: (messageId) => hasOpenText && !isStreamed(messageId) && startMessage(''),
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
      return addToAnswer(streamedMessageId, clean);
    },
    addThinking(text) {
      if (thoughts.length === 0) thoughts.push('');
      thoughts[thoughts.length - 1] += text;
      return text;
    },
    finishText(messageId, text) {
      const streamed = isStreamed(messageId) ? texts.shift() : undefined;
      if (texts.every((open) => open === '')) hasOpenText = false;
      const answerId = streamed === undefined ? messageId : streamedMessageId;
      return addToAnswer(answerId, undelivered(streamed ?? '', stripEscapes(text)));
    },
    finishThinking(messageId, text) {
      const streamed = isStreamed(messageId) ? thoughts.shift() : undefined;
      return undelivered(streamed ?? '', text);
    },
    answer: () => answer.text(),
  };
}
