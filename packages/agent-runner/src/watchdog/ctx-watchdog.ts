// A program, not a module: `tell-watchdog.ts` runs its build, `ctx-watchdog.js`, beside the host.
import { watchTurns } from './watch-turns.ts';

await watchTurns(process.stdin);
