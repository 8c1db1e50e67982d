import { BROKEN_DECLARED } from '../__fixtures__/broken-declared.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_DECLARED, /^(identity|completeness|order|budget)/);
