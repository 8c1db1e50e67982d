export { ClaudeContextAssembler } from './claude-context-assembler.ts';
