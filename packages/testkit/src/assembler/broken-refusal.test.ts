import { BROKEN_REFUSAL } from '../__fixtures__/broken-refusal.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_REFUSAL, /^(refusal|budget > drops)/);
