import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam } from '../__fixtures__/scripted-team.ts';
import { asciiSigns, isAsciiOnly } from './ascii-signs.ts';

describe('a locale that is not UTF-8', () => {
  it.each([
    [{ LANG: 'C' }, true],
    [{ LANG: 'en_US.ISO-8859-1' }, true],
    [{ LANG: 'en_US.UTF-8' }, false],
    [{ LANG: 'C.utf8' }, false],
    [{ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }, true],
    [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, false],
    [{}, false],
  ])('is detected in %j: %s', (env, isAscii) => expect(isAsciiOnly(env)).toBe(isAscii));

  it('replaces the app’s own signs by ASCII of the same width, and keeps other scripts', () => {
    expect(asciiSigns('● Sarah → 你好 … ⠹')).toBe('* Sarah > 你好 . -');
  });

  it('changes the output for people, but not for programs', async () => {
    const team = await createScriptedTeam({ claude: { steps: [{ type: 'text', text: 'é → ●' }] } });
    const env = { LC_ALL: 'C' };
    const { stdout } = await runCtx(team, ['run', 'hi'], { env });
    expect(stdout).toMatch(/^\* Alice > Sarah\n {2}hi\n\n\* Sarah {2}Claude Code\n {2}é > \*\n {2}\+ /);
    expect((await runCtx(team, ['run', '-q', 'hi'], { env })).stdout).toBe('é → ●\n');
    expect((await runCtx(team, ['show', '--json'], { env })).stdout).toContain('é → ●');
    expect((await runCtx(team, ['export'], { env })).stdout).toContain('é → ●');
  });
});
