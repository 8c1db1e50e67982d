import { BROKEN_PROMPT_GUARDS } from '../__fixtures__/broken-prompt-guards.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_PROMPT_GUARDS, /^(guards|identity)/);
