import { describe, expect, it } from 'vitest';
import { readRoute, routeTo } from './route.ts';

describe('a route', () => {
  it.each([
    { session: 's 1/2', view: 'conversation', tab: 'saw' },
    { session: 's1', view: 'conversation', tab: 'did', turn: 'turn-3' },
    { session: 's1', view: 'conversation', tab: 'saw', message: 'msg-1' },
    { session: 's1', view: 'cost', tab: 'saw' },
    { view: 'sessions', tab: 'saw' },
  ] as const)('can be written to a URL fragment and read again: %o', (route) => {
    expect(readRoute(routeTo(route))).toMatchObject(route);
  });

  it('is the list of sessions for an unknown fragment', () => {
    for (const hash of ['', '#', '#token=x', '#/x/y', '#/session/']) {
      expect(readRoute(hash).view).toBe('sessions');
    }
    expect(readRoute('#/session/s/turn-1/none').tab).toBe('saw');
  });
});
