import { BROKEN_RENDERING } from '../__fixtures__/broken-rendering.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_RENDERING, /^(identity|completeness|order|characters > leaves|empties|scale)/);
