import path from 'node:path';
import {
  type EnforcedPermissions,
  type Permissions,
  type PlannedFile,
  type ProcessDriver,
  requireNoMore,
  type TurnInput,
} from '@ctx/contract';
import { enforced } from '../enforced-permissions.ts';
import { type Prompt, prependText, withoutFileMentions, withoutLeadingSlash } from '../inert-prompt.ts';
import { plainValue } from '../plain-value.ts';
import { jsonlParser } from './jsonl-parser.ts';
import type { OutputMapping } from './output-mapping.ts';
import { requireResumed } from './resumed-session.ts';
import { createTextParser } from './text-parser.ts';

/** How a program that reads a prompt from stdin is run. */
export interface CommandOptions {
  /** Program name or path. It is started without a shell. */
  readonly file: string;
  readonly args?: readonly string[] | undefined;
  /** Default `command`. */
  readonly agentType?: string | undefined;
  /** The format of the program's output. Default `{ format: 'text' }`. */
  readonly output?: OutputMapping | undefined;
  /** Flag that takes the model, such as `--model`. Without it a turn's model is not passed on. */
  readonly modelFlag?: string | undefined;
  /**
   * Flag that takes the session to resume. Without it a turn's `resume` is not passed on. With it and
   * `output.sessionId`, a turn fails if the program reports another session than the one to resume.
   */
  readonly resumeFlag?: string | undefined;
  /**
   * Arguments for each permission. Without them, and without `permissionEnv`, the program cannot be limited: its turns
   * need the permissions `unrestricted`.
   */
  readonly permissionArgs?: Readonly<Partial<Record<EnforcedPermissions, readonly string[] | undefined>>> | undefined;
  /** Environment variables for each permission, for programs that are restricted that way. */
  readonly permissionEnv?: Readonly<Partial<Record<EnforcedPermissions, Readonly<Record<string, string>>>>> | undefined;
  /** Private files for the program, as in a `CommandPlan`: `{file:NAME}` in `args` and `env` becomes the path. */
  readonly files?: readonly PlannedFile[] | undefined;
  /** Environment variables set for the program. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * Parts of a prompt that the program would execute and that are therefore escaped. `leading-slash`: it runs a prompt
   * that begins with `/` as a command, so a blank is put before it. `file-mentions`: it reads the file of an `@path`,
   * so a backslash is put before the `@`.
   */
  readonly inert?: readonly ('leading-slash' | 'file-mentions')[] | undefined;
  /** Programs beside `file` to run instead of it, as in a `CommandPlan`. */
  readonly besideFile?: readonly string[] | undefined;
  /** Host variables the program gets in addition to the allow-list. */
  readonly inheritEnv?: readonly string[] | undefined;
  /** Shown when the program is not found. */
  readonly installCommand?: string | undefined;
  /** Default none: how often the program writes something is not known. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * A driver for any program: the prompt goes to its stdin, the answer is its output, as text or as JSON lines. The
 * prompt is passed byte for byte, except for what `inert` escapes. A turn's system text goes before the prompt, with a
 * blank line between.
 *
 * @throws {TypeError} without a `file`, and for an option that does not exist
 */
export function command(options: CommandOptions): ProcessDriver {
  requireNoMore(options, OPTIONS);
  if (typeof options.file !== 'string' || options.file === '') throw new TypeError('command needs the file to run');
  const programName = path.basename(options.file);
  const { output } = options;
  const createParser =
    output?.format === 'jsonl' ? jsonlParser(programName, output) : () => createTextParser(programName);
  const keepsSessions =
    options.resumeFlag !== undefined && output?.format === 'jsonl' && output.sessionId !== undefined;
  return {
    kind: 'process',
    agentType: options.agentType ?? 'command',
    installCommand: options.installCommand,
    inheritEnv: options.inheritEnv,
    idleTimeoutMs: options.idleTimeoutMs ?? Number.POSITIVE_INFINITY,
    command: (input) => ({
      file: options.file,
      args: commandArguments(options, input),
      env: { ...options.env, ...options.permissionEnv?.[enforced(input.permissions)] },
      stdin: inertPrompt(
        options.inert ?? [],
        input.systemFlag ? prependText(`${input.systemFlag}\n\n`, input.prompt) : input.prompt,
      ),
      files: options.files,
      besideFile: options.besideFile,
      needsFullAccess: missingLimits(options, programName, input.permissions),
    }),
    sessions: keepsSessions ? 'keep' : undefined,
    createParser: keepsSessions ? (input) => requireResumed(createParser(), input, programName) : createParser,
  };
}

const OPTIONS: Record<keyof CommandOptions, true> = {
  file: true,
  args: true,
  agentType: true,
  output: true,
  modelFlag: true,
  resumeFlag: true,
  permissionArgs: true,
  permissionEnv: true,
  env: true,
  files: true,
  inert: true,
  besideFile: true,
  inheritEnv: true,
  installCommand: true,
  idleTimeoutMs: true,
};

/** What the runner refuses: permissions that the program would not keep to, because nothing tells it about them. */
function missingLimits(options: CommandOptions, programName: string, permissions: Permissions): string | undefined {
  if (permissions !== 'read-only' && permissions !== 'edit') return undefined;
  if (options.permissionArgs?.[permissions] ?? options.permissionEnv?.[permissions]) return undefined;
  return `nothing limits ${programName} to "${permissions}"; say in permissionArgs how, or pass permissions: "unrestricted"`;
}

function commandArguments(options: CommandOptions, { model, resume, permissions }: TurnInput): string[] {
  return [
    ...(options.args ?? []),
    ...(options.permissionArgs?.[enforced(permissions)] ?? []),
    ...(options.modelFlag === undefined || model === undefined ? [] : [options.modelFlag, plainValue('model', model)]),
    ...(options.resumeFlag === undefined || resume === undefined
      ? []
      : [options.resumeFlag, plainValue('sessionId', resume.sessionId)]),
  ];
}

function inertPrompt(inert: NonNullable<CommandOptions['inert']>, prompt: Prompt): Prompt {
  const escaped = inert.includes('file-mentions') ? withoutFileMentions(prompt) : prompt;
  return inert.includes('leading-slash') ? withoutLeadingSlash(escaped) : escaped;
}
