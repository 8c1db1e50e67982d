export { PlainTextAssembler, type PlainTextAssemblerOptions } from '@ctx/assembler-plain';
export * from '@ctx/contract';
export { ContextManager } from './context-manager.ts';
export type { MarkerType } from './markers/line-markers.ts';
export { type Marker, parseMarkers } from './markers/parse-markers.ts';
export { stripAllMarkers } from './markers/strip-all-markers.ts';
