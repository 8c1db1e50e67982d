import { describe, expect, it } from 'vitest';
import { runCtx } from './__fixtures__/run-ctx.ts';
import { createFolders } from './__fixtures__/scripted-team.ts';

describe('the command line', () => {
  it('prints help and version under every usual name', async () => {
    const folders = await createFolders();
    const print = async (...args: string[]) => (await runCtx(folders, args)).stdout;
    expect(await print('help')).toBe(await print('--help'));
    expect(await print('help', 'run')).toBe(await print('run', '--help'));
    expect(await print('help', 'sessions', 'rm')).toBe(await print('sessions', 'rm', '--help'));
    expect(await print('-v')).toBe(await print('--version'));
  });

  it('tells defaults in one style', async () => {
    const folders = await createFolders();
    for (const command of ['init', 'resume', 'export', 'worker', 'view']) {
      const { stdout } = await runCtx(folders, [command, '--help']);
      expect(stdout).toContain('; default');
      expect(stdout).not.toContain('(default:');
    }
    expect((await runCtx(folders, ['resume', '--help'])).stdout).toContain(
      'Usage: ctx resume [options] [session ["message"]]',
    );
  });

  it('names itself in hints as it was started', async () => {
    const folders = await createFolders();
    const { stderr } = await runCtx(folders, ['run', 'hi'], { env: { npm_command: 'exec' } });
    expect(stderr).toBe(
      'ctx: There is no ctx.team.yaml in this folder or above it. Write one: npx @ctx/cli init. Or name one: -t FILE\n',
    );
  });
});
