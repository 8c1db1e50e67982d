export { PlainTextAssembler, type PlainTextAssemblerOptions } from './plain-text-assembler.ts';
