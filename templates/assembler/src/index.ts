export { TemplateContextAssembler } from './template-context-assembler.ts';
