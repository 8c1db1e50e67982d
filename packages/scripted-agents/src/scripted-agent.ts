import { fileURLToPath } from 'node:url';
import type { AgentScript, Vendor } from './agent-script.ts';
import { checkScript } from './check-script.ts';

/** Plain JavaScript outside src, because it also has to run from a checkout without a build. */
const PLAYER = fileURLToPath(new URL('../player/play.mjs', import.meta.url));

/** Linux refuses a single argument of 131,072 bytes or more. */
const MAX_ARGUMENT_BYTES = 131_071;

/** The behaviour of a scripted agent. Give exactly one of `script`, `scriptFile` and `recording`. */
export interface ScriptedAgentOptions {
  readonly vendor: Vendor;
  readonly script?: AgentScript | undefined;
  /** Path of a JSON file with the script. Needed if the script is too long for a command line argument. */
  readonly scriptFile?: string | undefined;
  /**
   * Path of a recorded stream, played unchanged. A file `name.exit.json` beside `name.jsonl` sets how it ends, with
   * `exitCode` and `signal`. Default: exit code 0.
   */
  readonly recording?: string | undefined;
  /**
   * Path of a folder for its sessions, one file `session-ID.jsonl` each, so that they can be resumed. Without it any
   * session can be resumed and none is saved.
   */
  readonly sessions?: string | undefined;
  /** Path of a file to which it writes what it received; read it with `readReceived`. */
  readonly received?: string | undefined;
}

/** The command that starts a scripted agent. Add the vendor's arguments after `args`. `env` is empty. */
export interface ScriptedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Returns the command of an agent that plays a script. Use it instead of the vendor's executable, and add the vendor's own
 * arguments after `args`.
 * @throws TypeError for an invalid script, an unknown vendor, or not exactly one of `script`, `scriptFile` and `recording`.
 * @throws RangeError for a script that is too long for a command line argument.
 */
export function scriptedAgent(options: ScriptedAgentOptions): ScriptedCommand {
  const sources = [options.script, options.scriptFile, options.recording].filter((source) => source !== undefined);
  if (sources.length !== 1) throw new TypeError('Give exactly one of script, scriptFile and recording');
  if (!['claude', 'codex', 'gemini', 'text'].includes(options.vendor)) {
    throw new TypeError(`Unknown vendor "${options.vendor}": use claude, codex, gemini or text`);
  }
  if (options.script !== undefined) checkScript(options.script);
  const argument = JSON.stringify(options);
  const bytes = Buffer.byteLength(argument);
  if (bytes > MAX_ARGUMENT_BYTES) {
    throw new RangeError(
      `The script has ${bytes} bytes; an argument has at most ${MAX_ARGUMENT_BYTES}: write it to a file and give scriptFile`,
    );
  }
  return { file: process.execPath, args: [PLAYER, argument], env: {} };
}
