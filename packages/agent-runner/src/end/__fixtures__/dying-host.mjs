// A host that starts a turn, prints its daemon's number, and then ends in the way its argument names.
const [, , entry, agentScript, way] = process.argv;
const { command, runStreamed } = await import(entry);

const turn = runStreamed(
  command({ file: process.execPath, args: [agentScript, 'fork-daemon', 'quietly', 'and-hang'] }),
  { prompt: '', permissions: 'read-only' },
);
for await (const event of turn) {
  if (event.type !== 'text-delta') continue;
  process.stdout.write(event.text);
  if (way === 'exit') process.exit(5);
  if (way === 'throw') setTimeout(() => Promise.reject(new Error('the host crashes')));
  if (way.startsWith('SIG')) process.kill(process.pid, way);
}
