import { BROKEN_TOKENS } from '../__fixtures__/broken-tokens.ts';
import { expectCaught } from '../__fixtures__/expect-caught.ts';

expectCaught(BROKEN_TOKENS, /^(tokens|refusal|scale)/);
