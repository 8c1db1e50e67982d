import { stripAllMarkers } from '@ctx/core';

/** Strips markers in the mode for teams that exchange code. */
export const call = (text) => stripAllMarkers(text, 'strict');
