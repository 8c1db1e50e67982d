import { runOnTerminal } from '@ctx/agent-runner';
import type { Terminal } from './terminal.ts';

/** Shows a long text with the person's own pager: `PAGER`, else `less`. What fits on the screen is just printed. */
export async function page(text: string, terminal: Pick<Terminal, 'isInteractive' | 'rows' | 'write'>): Promise<void> {
  const { env, stdin } = process;
  const [file = '', ...args] = (env['PAGER'] ?? 'less').split(/\s+/).filter((word) => word !== '');
  const isPaged = terminal.isInteractive && stdin.isTTY && file !== '' && text.split('\n').length > terminal.rows();
  // R: colours; F and X: as if it were printed when it fits after all.
  const request = { file, args, env: { LESS: 'FRX', LESSCHARSET: 'utf-8', ...env }, input: text };
  if (!isPaged || (await runOnTerminal(request)) === undefined) terminal.write(text);
}
