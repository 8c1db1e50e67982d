export { PlainTextAssembler, type PlainTextAssemblerOptions } from '@ctx/assembler-plain';
export * from '@ctx/contract';
export { ContextManager } from './context-manager.ts';
export { type Marker, type MarkerTarget, parseMarkers } from './markers/parse-markers.ts';
export { stripAllMarkers } from './markers/strip-all-markers.ts';
