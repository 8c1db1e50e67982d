import { BROKEN_STATE } from '../__fixtures__/broken-state.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_STATE, /^(identity|purity|scale)/);
