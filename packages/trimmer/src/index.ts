export { type Budget, requireByteCount, requireNumber, requireTokenBudget } from './budget.ts';
export { byteLength } from './byte-length.ts';
export { FormatAssembler } from './format-assembler.ts';
export type { PromptFormat, SectionFormat } from './prompt-format.ts';
export { type RenderOptions, renderLayout } from './render-layout.ts';
export { truncateToBytes } from './truncate-to-bytes.ts';
