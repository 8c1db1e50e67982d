import { BROKEN_GUARDING } from '../__fixtures__/broken-guarding.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_GUARDING, /^(guards|identity)/);
