export { CodexContextAssembler } from './codex-context-assembler.ts';
