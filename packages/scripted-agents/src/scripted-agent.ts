import { fileURLToPath } from 'node:url';
import type { AgentScript, Vendor } from './agent-script.ts';
import { checkScript } from './check-script.ts';

/** Plain JavaScript outside src, because it has to run as it is, also from a checkout without a build. */
const PLAYER = fileURLToPath(new URL('../player/play.mjs', import.meta.url));

/** Linux takes no argument of 131,072 bytes or more. */
const MAX_ARGUMENT_BYTES = 131_071;

/** What a scripted agent says and does. Give one of `script`, `scriptFile` and `recording`. */
export interface ScriptedAgentOptions {
  readonly vendor: Vendor;
  readonly script?: AgentScript | undefined;
  /** Path of a JSON file with the script; needed when it is longer than a command line argument may be. */
  readonly scriptFile?: string | undefined;
  /**
   * Path of a recorded stream, played line by line as it is. A file beside it named `….exit.json` with `exitCode` and
   * `signal` says how it ends; else with exit code 0.
   */
  readonly recording?: string | undefined;
  /**
   * Path of a folder where it keeps its sessions, so that they can be resumed: a file `session-ID.jsonl` each. Without it
   * any session can be resumed, and none is kept.
   */
  readonly sessions?: string | undefined;
  /** Path of a file to which it writes what it received: see `readReceived`. */
  readonly received?: string | undefined;
}

/** How to start it: the program, the arguments to put in front of all others, and nothing in the environment. */
export interface ScriptedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The command of an agent that follows a script. Put it in the place of the vendor's executable: it takes and
 * understands the vendor's own arguments after its own. Throws `TypeError` for a script that is not one and
 * `RangeError` for one that is too long for the command line.
 */
export function scriptedAgent(options: ScriptedAgentOptions): ScriptedCommand {
  const sources = [options.script, options.scriptFile, options.recording].filter((source) => source !== undefined);
  if (sources.length !== 1) throw new TypeError('Give exactly one of script, scriptFile and recording.');
  if (!['claude', 'codex', 'gemini', 'text'].includes(options.vendor)) {
    throw new TypeError(`Unknown vendor "${options.vendor}". Use claude, codex, gemini or text.`);
  }
  if (options.script !== undefined) checkScript(options.script);
  const part = JSON.stringify(options);
  const bytes = Buffer.byteLength(part);
  if (bytes > MAX_ARGUMENT_BYTES) {
    throw new RangeError(
      `The script has ${bytes} bytes, an argument at most ${MAX_ARGUMENT_BYTES}. Write it to a file and give scriptFile.`,
    );
  }
  return { file: process.execPath, args: [PLAYER, part], env: {} };
}
