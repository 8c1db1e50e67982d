export { byteLength } from './byte-length.ts';
export { type ConversationFormat, conversationLayout } from './conversation-layout.ts';
export type { KnownOrigin } from './receipt-of.ts';
export { explainLayout, explainLayoutInChunks, renderLayout } from './render-layout.ts';
export type { RenderedMessages, RenderedRun } from './rendered-messages.ts';
export { requireByteCount, truncateToBytes } from './truncate-to-bytes.ts';
