import { estimateTokens } from '@ctx/tokens';
import type { Content, Part } from '../content.ts';
import { toJson } from '../requests/to-json.ts';

/** Tokens that Gemini counts for a small image or one page. */
const MEDIA_TOKENS = 258;

/** Tokens for the role and the separators around a content. */
const CONTENT_TOKENS = 4;

/** Estimates a conversation's tokens: text, calls and results by `estimateTokens`, plus 258 for each image or file. */
export function estimateContentTokens(contents: readonly Content[]): number {
  return contents.reduce((sum, content) => sum + contentTokens(content), 0);
}

function contentTokens(content: Content): number {
  return (content.parts ?? []).reduce((sum, part) => sum + partTokens(part), CONTENT_TOKENS);
}

function partTokens(part: Part): number {
  const {
    inlineData,
    fileData,
    thoughtSignature: _signature,
    thought: _thought,
    text,
    functionResponse,
    ...rest
  } = part;
  let tokens = estimateTokens(text ?? '');
  if (inlineData || fileData) tokens += MEDIA_TOKENS;
  if (functionResponse) {
    const { parts = [], ...result } = functionResponse;
    tokens += estimateTokens(toJson(result)) + parts.length * MEDIA_TOKENS;
  }
  return Object.keys(rest).length > 0 ? tokens + estimateTokens(toJson(rest)) : tokens;
}
