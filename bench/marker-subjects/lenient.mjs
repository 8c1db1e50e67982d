import { stripAllMarkers } from '@ctx/core';

/** Strips markers in the default mode. */
export const call = (text) => stripAllMarkers(text, 'lenient');
