import type { NoticeEvent } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { checkEvent } from './event-checks.ts';

const notice = (kind: string) => ({ type: 'notice', kind: kind as NoticeEvent['kind'], message: 'Look.' }) as const;

describe('the check of a notice', () => {
  it.each(['retry', 'permission-denied', 'empty-answer', 'restart', 'warning', 'compacted'])(
    'accepts the kind %s',
    (kind) => {
      expect(() => checkEvent(notice(kind))).not.toThrow();
    },
  );

  it.each(['other', 'constructor'])('refuses the kind %s, which the contract does not know', (kind) => {
    expect(() => checkEvent(notice(kind))).toThrow(/Use one of retry, .*, compacted/);
  });
});
