import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownCommand } from './own-command.ts';

describe('a hint names the program as it was started', () => {
  it.each([
    ['/usr/local/bin/ctx', {}, 'ctx'],
    ['/home/a/.npm/_npx/1/node_modules/.bin/ctx', { npm_command: 'exec' }, 'npx @ctx/cli'],
    [resolve('apps/cli/dist/bin.js'), {}, 'node apps/cli/dist/bin.js'],
    ['/elsewhere/dist/bin.js', {}, 'node /elsewhere/dist/bin.js'],
  ])('%s', (script, env, command) => expect(ownCommand(['node', script], env)).toBe(command));
});
