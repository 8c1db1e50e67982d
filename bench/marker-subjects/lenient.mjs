import { stripAllMarkers } from '@ctx/core';

/** Strips as the library does by default. */
export const call = (text) => stripAllMarkers(text, 'lenient');
