import { BROKEN_SURROUNDINGS } from '../__fixtures__/broken-surroundings.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_SURROUNDINGS, /^purity/);
