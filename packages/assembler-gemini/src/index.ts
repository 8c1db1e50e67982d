export { GeminiContextAssembler } from './gemini-context-assembler.ts';
