export { estimateTokens } from './estimate-tokens.ts';
export { estimatedTokens, type TokenCounter } from './estimated-tokens.ts';
