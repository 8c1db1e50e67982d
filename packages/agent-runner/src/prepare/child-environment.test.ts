import { describe, expect, it } from 'vitest';
import { childEnvironment, riskyVariables } from './child-environment.ts';

const sources = { host: {}, inheritEnv: [], planned: {}, requested: {}, marker: 'CTX_TURN_X' };

describe("a child's environment", () => {
  it('has the common variables of the host and no others', () => {
    const host = {
      PATH: '/bin',
      HOME: '/h',
      LANG: 'C',
      LC_ALL: 'C',
      HTTPS_PROXY: 'p',
      AWS_SECRET_ACCESS_KEY: 's',
      NODE_OPTIONS: 'x',
    };
    expect(childEnvironment({ ...sources, host })).toEqual({
      PATH: '/bin',
      HOME: '/h',
      LANG: 'C',
      LC_ALL: 'C',
      HTTPS_PROXY: 'p',
      CTX_TURN_X: '1',
    });
  });

  it('sets the temporary folder to that of the turn, unless the member sets its own', () => {
    const host = { TMPDIR: '/tmp', TEMP: '/tmp' };
    const own = { ...sources, host, temporary: '/turn' };
    expect(childEnvironment(own)).toEqual({ TMPDIR: '/turn', TMP: '/turn', TEMP: '/turn', CTX_TURN_X: '1' });
    expect(childEnvironment({ ...own, requested: { TMPDIR: '/mine' } })).toMatchObject({ TMPDIR: '/mine' });
  });

  it('has the vendor’s variables, then the driver’s, then the member’s, without those set to undefined', () => {
    const env = childEnvironment({
      ...sources,
      host: { A: 'host', B: 'host', C: 'host' },
      inheritEnv: ['A', 'B', 'C'],
      planned: { B: 'driver', C: undefined },
      requested: { A: 'member' },
    });
    expect(env).toEqual({ A: 'member', B: 'driver', CTX_TURN_X: '1' });
  });

  it('inherits the markers of the turns that the host runs in', () => {
    expect(childEnvironment({ ...sources, host: { CTX_TURN_OUTER: '1' } })).toEqual({
      CTX_TURN_OUTER: '1',
      CTX_TURN_X: '1',
    });
  });
});

describe('a requested variable', () => {
  it('is risky unless it is known to be harmless, the vendor’s own, or names a service', () => {
    const requested = {
      LANG: 'C',
      HOME: '/h',
      VENDOR_HOME: '/v',
      SOME_API_KEY: 'k',
      PATH: '/p',
      LD_PRELOAD: 'x',
      NODE_OPTIONS: 'y',
      GONE: undefined,
    };
    expect(riskyVariables({ requested, inheritEnv: ['VENDOR_HOME'] })).toEqual(['PATH', 'LD_PRELOAD', 'NODE_OPTIONS']);
  });

  it('that a team file chose may not name a folder of programs or settings', () => {
    const folders = [
      'HOME',
      'PATH',
      'XDG_CONFIG_HOME',
      'CODEX_HOME',
      'GEMINI_CLI_HOME',
      'CLAUDE_CONFIG_DIR',
      'GIT_CONFIG',
    ];
    const requested = Object.fromEntries(folders.map((name) => [name, '/evil']));
    const sources = Object.fromEntries(folders.map((name) => [name, name]));
    expect(riskyVariables({ requested, inheritEnv: folders, sources })).toEqual(folders);
    expect(riskyVariables({ requested, inheritEnv: folders })).toEqual([]);
  });

  it('that a team file chose is also checked by the host variable it is read from', () => {
    const requested = { MODEL_API_KEY: 'k', OPENAI_API_KEY: 'k', LANG: 'C' };
    const sources = { MODEL_API_KEY: 'AWS_SECRET_ACCESS_KEY', OPENAI_API_KEY: 'WORK_API_KEY', LANG: 'HOME' };
    expect(riskyVariables({ requested, inheritEnv: [], sources })).toEqual([
      'MODEL_API_KEY from AWS_SECRET_ACCESS_KEY',
      'LANG from HOME',
    ]);
  });
});
