import { describe, expect, it } from 'vitest';
import { redactUrl, requirePostgresUrl } from './connection-url.ts';

describe('redactUrl', () => {
  it.each([
    ['postgres://anna:hunter2@db:5432/ctx', 'postgres://anna:***@db:5432/ctx'],
    ['postgres://anna@db/ctx', 'postgres://anna@db/ctx'],
    ['postgres://db/ctx?password=hunter2&sslmode=require', 'postgres://db/ctx?password=***&sslmode=require'],
    ['redis://:hunter2@cache:6379', 'redis://:***@cache:6379'],
    ['postgres://anna:hunter2@@@:x/y', 'postgres://…'],
    ['hunter2', '…'],
  ])('removes the password from %s', (url, expected) => {
    expect(redactUrl(url)).toBe(expected);
  });
});

describe('requirePostgresUrl', () => {
  it('accepts postgres:// and postgresql://, and refuses others without showing the password', () => {
    expect(requirePostgresUrl('postgresql://db/ctx')).toBe('postgresql://db/ctx');
    expect(() => requirePostgresUrl('mysql://anna:hunter2@db/ctx')).toThrow(/^mysql:\/\/anna:\*\*\*@db\/ctx is not/);
  });
});
