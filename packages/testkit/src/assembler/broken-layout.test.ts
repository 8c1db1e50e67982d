import { BROKEN_LAYOUT } from '../__fixtures__/broken-layout.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_LAYOUT, /^(identity|honesty)/);
