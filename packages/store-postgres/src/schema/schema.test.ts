import { describe, expect, it } from 'vitest';
import { rolesSql } from './roles.ts';
import { SCHEMA_VERSION, versionProblem } from './schema-version.ts';

describe('versionProblem', () => {
  it('has its own message for a missing, an older and a newer schema', () => {
    expect(versionProblem(0, 'db')).toMatch(/not been set up .* ctx engine setup/);
    expect(versionProblem(SCHEMA_VERSION - 0.5, 'db')).toMatch(/older schema .* ctx engine setup/);
    expect(versionProblem(SCHEMA_VERSION + 1, 'db')).toMatch(/newer schema .* Update ctx/);
  });
});

describe('rolesSql', () => {
  it('does not let a worker insert a turn or read a session', () => {
    const lines = rolesSql().split(';');
    expect(lines.find((line) => /insert.* on .*ctx\.turns.* to ctx_worker/s.test(line))).toBeUndefined();
    expect(lines.find((line) => /ctx\.(records|sessions).* to .*ctx_worker/s.test(line))).toBeUndefined();
  });

  it('accepts other role names, but only plain identifiers', () => {
    expect(rolesSql({ worker: 'team_worker' })).toContain('to team_worker;');
    expect(() => rolesSql({ worker: 'x; drop table y' })).toThrow(RangeError);
  });
});
