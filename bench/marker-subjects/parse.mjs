import { parseMarkers } from '@ctx/core';

/** Finds the markers, as the router does. */
export const call = (text) => parseMarkers(text).length;
