export { type FoundMarker, findMarkers } from './find-markers.ts';
export type { MarkerType } from './grammar.ts';
export { createMarkerStripper, type MarkerStripper } from './marker-stripper.ts';
export { normalizeName } from './normalize-name.ts';
export { type Marker, parseMarkers } from './parse-markers.ts';
export { type NamedMember, type ReadNames, readNames } from './read-names.ts';
