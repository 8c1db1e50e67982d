import { describe, expect, it } from 'vitest';
import { rolesSql } from './roles.ts';
import { SCHEMA_VERSION, versionProblem } from './schema-version.ts';

describe('versionProblem', () => {
  it('tells a database without the schema from an older and a newer one', () => {
    expect(versionProblem(0, 'db')).toMatch(/not been set up .* ctx engine setup/);
    expect(versionProblem(SCHEMA_VERSION - 0.5, 'db')).toMatch(/older schema .* ctx engine setup/);
    expect(versionProblem(SCHEMA_VERSION + 1, 'db')).toMatch(/newer schema .* Update ctx/);
  });
});

describe('rolesSql', () => {
  it('lets a worker insert no turn and read no session', () => {
    const lines = rolesSql().split(';');
    expect(lines.find((line) => /insert.* on .*ctx\.turns.* to ctx_worker/s.test(line))).toBeUndefined();
    expect(lines.find((line) => /ctx\.(records|sessions).* to .*ctx_worker/s.test(line))).toBeUndefined();
  });

  it('takes other names, plain ones only', () => {
    expect(rolesSql({ worker: 'team_worker' })).toContain('to team_worker;');
    expect(() => rolesSql({ worker: 'x; drop table y' })).toThrow(RangeError);
  });
});
