export { type Marker, type MarkerType, parseMarkers } from './parse-markers.ts';
