import { parseMarkers } from '@ctx/core/markers';

/** Finds the markers, as the router does. */
export const call = (text) => parseMarkers(text).length;
