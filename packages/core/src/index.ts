export { PlainTextAssembler, type PlainTextAssemblerOptions } from '@ctx/assembler-plain';
export * from '@ctx/contract';
export { consoleLogger } from './console-logger.ts';
export { ContextManager } from './context-manager.ts';
export { stripAllMarkers } from './markers/strip-all-markers.ts';
