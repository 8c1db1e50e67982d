import { BROKEN_DEEDS } from '../__fixtures__/broken-deeds.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_DEEDS, /^(deeds|budget)/);
