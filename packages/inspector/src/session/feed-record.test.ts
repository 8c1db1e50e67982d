import type { TurnEndRecord } from '@ctx/contract';
import { expect, it } from 'vitest';
import { FED_STEP_CHARACTERS, FED_STEPS, type FedTurnEnd } from '../protocol/session-feed.ts';
import { feedRecord } from './feed-record.ts';

const end: TurnEndRecord = { type: 'turn-end', turn: 'turn-1', member: 'a', status: 'completed', durationMs: 1, at: 1 };

it('feeds the first steps of a turn, cut, and how many there are', () => {
  const line = `${'x'.repeat(FED_STEP_CHARACTERS - 1)}👍 and more`;
  const trail = Array.from({ length: 200 }, () => ({ tool: 'Bash', line, ended: 'ok' as const, durationMs: 5 }));
  const { steps } = feedRecord({ ...end, trail }) as FedTurnEnd;
  expect([steps?.first.length, steps?.count]).toEqual([FED_STEPS, 200]);
  expect(steps?.first[0]).toEqual({ tool: 'Bash', line: 'x'.repeat(FED_STEP_CHARACTERS - 1), ended: 'ok' });
  expect(feedRecord(end)).toEqual(end);
});
