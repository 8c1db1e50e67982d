import { runOnTerminal } from '@ctx/agent-runner';
import type { Terminal } from './terminal.ts';

/** Shows a text in the pager `PAGER`, else `less`. Prints it if it fits on the screen or there is no screen or pager. */
export async function page(text: string, terminal: Pick<Terminal, 'isInteractive' | 'rows' | 'write'>): Promise<void> {
  const { env, stdin } = process;
  const [file = '', ...args] = (env['PAGER'] ?? 'less').split(/\s+/).filter((word) => word !== '');
  const isPaged = terminal.isInteractive && stdin.isTTY && file !== '' && text.split('\n').length > terminal.rows();
  // R shows colours; F and X just print a text that fits on the screen.
  const request = { file, args, env: { LESS: 'FRX', LESSCHARSET: 'utf-8', ...env }, input: text };
  if (!isPaged || (await runOnTerminal(request)) === undefined) terminal.write(text);
}
