import { expect, it } from 'vitest';
import { givenLimits } from './given-limits.ts';

it('each limit of the command line is one of the session', () => {
  expect(givenLimits({ maxCost: 5, maxTokens: 100, maxMinutes: 2 })).toEqual({ costUsd: 5, tokens: 100, minutes: 2 });
  expect(givenLimits({ maxTokens: 100 })).toEqual({ tokens: 100 });
});
