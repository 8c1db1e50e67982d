import { basename, relative } from 'node:path';

/** How this program was started, for hints that can be typed: `ctx`, `npx @ctx/cli` or `node apps/cli/dist/bin.js`. */
export function ownCommand(argv: readonly string[] = process.argv, env: NodeJS.ProcessEnv = process.env): string {
  const script = argv[1] ?? 'ctx';
  if (env['npm_command'] === 'exec') return 'npx @ctx/cli';
  if (!/\.[cm]?[jt]s$/.test(basename(script))) return 'ctx';
  const path = relative(process.cwd(), script);
  return `node ${path.startsWith('..') ? script : path}`;
}
