// @ts-check
// The program behind `scriptedAgent`: `node play.mjs OPTIONS-JSON [the vendor's own arguments]`.
import { readFileSync } from 'node:fs';
import { chooseSteps } from './choose-steps.mjs';
import { readCommandLine } from './command-line.mjs';
import { createOutput } from './output.mjs';
import { perform } from './perform.mjs';
import { playRecording } from './play-recording.mjs';
import { createNotebook } from './received.mjs';
import { openSession } from './session.mjs';
import { takeStdin } from './stdin.mjs';
import { createVoice, LOST_WORDS, VERSION_LINES } from './voices.mjs';

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
  const notebook = createNotebook(options.received, commandLine.args);
  const script = readScript();
  if (script.ignoreSignals) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
      process.on(signal, () => notebook.note({ event: 'signal', signal }));
  }
  const output = createOutput(script.output ?? {});
  const prompt = await takeStdin(script.stdin ?? 'read', notebook);
  if (options.recording !== undefined) return playRecording(options.recording, output);
  const session = openSession(options.sessions, commandLine, script.sessionId);
  if (session.isLost) {
    process.stderr.write(`${LOST_WORDS[options.vendor]}: ${commandLine.resumed}\n`);
    return 1;
  }
  const voice = createVoice(options.vendor, { commandLine, session, prompt, script });
  return perform(chooseSteps(script, prompt), { output, voice, prompt, notebook });
}

/** @returns {import('../src/agent-script.ts').AgentScript} */
function readScript() {
  if (options.scriptFile !== undefined) return JSON.parse(readFileSync(options.scriptFile, 'utf8'));
  return options.script ?? {};
}
