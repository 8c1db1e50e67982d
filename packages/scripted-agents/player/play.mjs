// @ts-check
// The program that `scriptedAgent` starts: `node play.mjs OPTIONS-JSON [the vendor's own arguments]`.
import { readFileSync } from 'node:fs';
import { chooseSteps } from './choose-steps.mjs';
import { readCommandLine } from './command-line.mjs';
import { createOutput } from './output.mjs';
import { playRecording } from './play-recording.mjs';
import { playSteps } from './play-steps.mjs';
import { createReceivedLog } from './received-log.mjs';
import { openSession } from './session.mjs';
import { readStdin } from './stdin.mjs';
import { createStream, LOST_SESSION_MESSAGES, VERSION_LINES } from './streams.mjs';

/** @type {import('../src/scripted-agent.ts').ScriptedAgentOptions} */
const options = JSON.parse(process.argv[2] ?? '{}');
const commandLine = readCommandLine(options.vendor, process.argv.slice(3));

if (commandLine.version) {
  process.stdout.write(`${VERSION_LINES[options.vendor]}\n`);
} else {
  process.exit(await play());
}

/** @returns {Promise<number>} the exit code */
async function play() {
  const receivedLog = createReceivedLog(options.received, commandLine.args);
  const script = readScript();
  if (script.ignoreSignals) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      process.on(signal, () => receivedLog.note({ event: 'signal', signal }));
    }
  }
  const output = createOutput(script.output ?? {});
  const prompt = await readStdin(script.stdin ?? 'read', receivedLog);
  if (options.recording !== undefined) return playRecording(options.recording, output);
  const session = openSession(options.sessions, commandLine, script.sessionId);
  if (session.isLost) {
    process.stderr.write(`${LOST_SESSION_MESSAGES[options.vendor]}: ${commandLine.resumed}\n`);
    return 1;
  }
  const stream = createStream(options.vendor, { commandLine, session, prompt, script });
  return playSteps(chooseSteps(script, prompt), { output, stream, prompt, receivedLog });
}

/** @returns {import('../src/agent-script.ts').AgentScript} */
function readScript() {
  if (options.scriptFile !== undefined) return JSON.parse(readFileSync(options.scriptFile, 'utf8'));
  return options.script ?? {};
}
