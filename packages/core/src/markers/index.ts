export { type FoundMarker, findMarkers } from './find-markers.ts';
export type { MarkerType } from './grammar.ts';
export { type Marker, parseMarkers } from './parse-markers.ts';
