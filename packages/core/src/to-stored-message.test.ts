import { describe, expect, it } from 'vitest';
import { toStoredMessage } from './to-stored-message.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const say = (fields: object) => toStoredMessage({ content: 'x', speaker: kai, ...fields }, 'msg-1');

describe('a stored message', () => {
  it('is frozen, with its speaker, its routing and the addressees', () => {
    const { speaker, routing, ...message } = say({ routing: { resolvedAddressees: ['Max'], rule: 'next' } });
    expect(message).toEqual({ id: 'msg-1', content: 'x' });
    expect(routing).toEqual({ resolvedAddressees: ['Max'], rule: 'next' });
    for (const part of [speaker, routing, routing?.resolvedAddressees]) expect(Object.isFrozen(part)).toBe(true);
  });

  it('keeps a routing without addressees as a frozen copy', () => {
    const routing = { rule: 'order' };
    const stored = say({ routing });
    expect(stored.routing).toEqual({ rule: 'order' });
    expect(stored.routing).not.toBe(routing);
    expect(Object.isFrozen(stored.routing)).toBe(true);
  });

  it('has a routing only if it was given one', () => {
    expect(Object.keys(say({}))).not.toContain('routing');
  });

  it('names a speaker without a name by its id, and makes one without a type a human', () => {
    expect(say({ speaker: { roleId: 'max' } }).speaker).toEqual({ roleId: 'max', roleName: 'max', type: 'human' });
    expect(say({ speaker: { ...kai, roleTitle: 'Owner' } }).speaker).toEqual({ ...kai, roleTitle: 'Owner' });
  });

  it.each(['human', 'ai', 'system'])('may have a speaker of the type %s', (type) => {
    expect(say({ speaker: { ...kai, type } }).speaker.type).toBe(type);
  });

  it.each([new Date(0), 0, '2026-01-02'])('may have the timestamp %j', (timestamp) => {
    expect(say({ timestamp }).timestamp).toBe(timestamp);
  });

  it.each([
    [{ content: 7 }, 'content must be a string'],
    [{ speaker: null }, 'speaker is required'],
    [{ speaker: 'kai' }, 'speaker is required'],
    [{ speaker: [] }, 'speaker is required'],
    [{ speaker: { ...kai, roleId: '' } }, 'speaker.roleId is required'],
    [{ speaker: { ...kai, roleId: 7 } }, 'speaker.roleId is required'],
    [{ speaker: { ...kai, roleName: null } }, 'speaker.roleName must be a string'],
    [{ speaker: { ...kai, type: 'robot' } }, 'speaker.type must be human, ai or system'],
    [{ speaker: { ...kai, roleTitle: 7 } }, 'speaker.roleTitle must be a string'],
    [{ timestamp: {} }, 'timestamp must be a date, number or string'],
    [{ timestamp: null }, 'timestamp must be a date, number or string'],
    [{ timestamp: Number.NaN }, 'timestamp must be a date, number or string'],
    [{ timestamp: new Date('no') }, 'timestamp must be a date, number or string'],
    [{ metadata: null }, 'metadata must be an object'],
    [{ metadata: [] }, 'metadata must be an object'],
    [{ metadata: 'x' }, 'metadata must be an object'],
    [{ routing: null }, 'routing must be an object'],
    [{ routing: { resolvedAddressees: 'Max' } }, 'routing.resolvedAddressees must be a list of names'],
    [{ routing: { resolvedAddressees: ['Max', 7] } }, 'routing.resolvedAddressees must be a list of names'],
  ])('cannot be made from %j', (fields, rule) => {
    expect(() => say(fields)).toThrow(new TypeError(`Message ${rule}`));
  });
});
