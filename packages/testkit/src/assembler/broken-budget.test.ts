import { BROKEN_BUDGET } from '../__fixtures__/broken-budget.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_BUDGET, /^(budget|characters)/);
