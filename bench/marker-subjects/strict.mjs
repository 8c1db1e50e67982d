import { stripAllMarkers } from '@ctx/core';

/** Strips as teams that exchange code do. */
export const call = (text) => stripAllMarkers(text, 'strict');
