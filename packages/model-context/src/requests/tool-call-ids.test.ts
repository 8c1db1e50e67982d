import { describe, expect, it } from 'vitest';
import { createToolCallIds } from './tool-call-ids.ts';

describe('the ids of tool calls', () => {
  it('are those given, where the service accepts them, else made from the number of the call', () => {
    const ids = createToolCallIds((id) => id.length <= 3);
    expect([ids.next('a'), ids.next(undefined), ids.next(''), ids.next('long')]).toEqual([
      'a',
      'call_2',
      'call_3',
      'call_4',
    ]);
  });

  it('are unique, even if the history has ids twice, or ids that look as if they were made', () => {
    const ids = createToolCallIds(() => true);
    expect([ids.next('same'), ids.next('same')]).toEqual(['same', 'call_2']);
    expect([ids.next('call_5'), ids.next('call_5_2'), ids.next(undefined)]).toEqual(['call_5', 'call_5_2', 'call_5_3']);
  });
});
