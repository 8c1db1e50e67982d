// @ts-check
// A host process that runs a turn and dies during it, as its command line says. Used by tests/dying-host.test.ts.

/** @typedef {{ runner: string, agent: 'claude' | 'codex' | 'gemini', driver: object, input: any, options: object, death: string }} Role */

/** @type {Role} */
const role = JSON.parse(process.argv[2] ?? '{}');
/** @type {typeof import('../../packages/agent-runner/src/index.ts')} */
const runner = await import(role.runner);

process.stdin.once('data', () => {
  if (role.death === 'exit') process.exit(3);
  if (role.death === 'exception') throw new Error('the host dies');
});
await runner.run(runner[role.agent](role.driver), role.input, role.options);
