// A program, not a module: `tell-watchdog.ts` starts its built form, `ctx-watchdog.js`, as a separate process.
import { watchTurns } from './watch-turns.ts';

await watchTurns(process.stdin);
