import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startCtx } from '../__fixtures__/run-ctx.ts';
import { createFolders } from '../__fixtures__/scripted-team.ts';

it('ctx view says that there are no sessions yet, and waits for them', async () => {
  const child = startCtx(await createFolders(), ['view', '--no-open']);
  let printed = '';
  for await (const chunk of child.stdout!) {
    printed += chunk;
    if (printed.includes('Ctrl-C')) break;
  }
  expect(printed).toMatch(/^There are no sessions yet; the page shows them when they appear\.\nInspector {2}http/);
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  expect(await exited).toEqual([0, null]);
});
