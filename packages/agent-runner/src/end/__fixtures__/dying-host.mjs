// A host that starts a turn, prints the agent's text, and then ends in the way that its argument names.
const [, , library, way, ...agentArgs] = process.argv;
const { command, runStreamed } = await import(library);
const input = { prompt: 'x'.repeat(Number(process.env['PROMPT_LENGTH'] ?? 0)), permissions: 'unrestricted' };

const turn = runStreamed(command({ file: process.execPath, args: agentArgs }), input);
for await (const event of turn) {
  if (event.type !== 'text-delta') continue;
  process.stdout.write(event.text);
  if (way === 'exit') process.exit(5);
  if (way === 'throw') setTimeout(() => Promise.reject(new Error('the host crashes')));
  if (way.startsWith('SIG')) process.kill(process.pid, way);
}
