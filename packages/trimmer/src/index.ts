export { byteLength } from './byte-length.ts';
export { type ConversationFormat, conversationLayout } from './conversation-layout.ts';
export type { KnownOrigin } from './receipt-of.ts';
export { explainLayout, renderLayout } from './render-layout.ts';
export { truncateToBytes } from './truncate-to-bytes.ts';
