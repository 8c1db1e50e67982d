import { describe, expect, it } from 'vitest';
import { homeIn, isUuid, otherSession, sessionUuid } from './session-ids.ts';

describe('a session id', () => {
  const UUID = '0AF1c9ba-1111-4222-8333-444455556666';

  it('is a UUID for some agents', () => {
    expect(isUuid(UUID)).toBe(true);
    for (const other of [`x${UUID}`, `${UUID}0`, UUID.replace('-', ''), 'latest', '']) {
      expect(isUuid(other)).toBe(false);
    }
    expect(sessionUuid('Codex', UUID)).toBe(UUID);
    expect(() => sessionUuid('Codex', 'latest')).toThrow('Codex has no session "latest": its ids are UUIDs.');
  });

  it('that is missing is shown as empty', () => {
    expect(otherSession('agent', 's-1', undefined).message).toBe(
      'agent was asked to resume s-1 but reported session "".',
    );
  });
});

describe('the home folder', () => {
  it('is HOME, otherwise USERPROFILE, otherwise that of this user', () => {
    expect(homeIn({ HOME: '/a', USERPROFILE: '/b' })).toBe('/a');
    expect(homeIn({ HOME: '', USERPROFILE: '/b' })).toBe('/b');
    expect(homeIn({})).toMatch(/./);
  });
});
