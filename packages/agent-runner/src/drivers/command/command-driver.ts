import path from 'node:path';
import type { EnforcedPermissions, ProcessDriver, TurnInput } from '@ctx/contract';
import { enforced } from '../enforced-permissions.ts';
import { type Prompt, prependText, withoutFileMentions, withoutLeadingSlash } from '../inert-prompt.ts';
import { plainValue } from '../plain-value.ts';
import { jsonlParser } from './jsonl-parser.ts';
import type { OutputMapping } from './output-mapping.ts';
import { requireResumed } from './resumed-session.ts';
import { createTextParser } from './text-parser.ts';

/** Any program that reads a prompt from stdin. */
export interface CommandOptions {
  /** Program name or path. It is started without a shell. */
  readonly file: string;
  readonly args?: readonly string[] | undefined;
  /** Default `command`. */
  readonly agentType?: string | undefined;
  /** What the program prints. Default text. */
  readonly output?: OutputMapping | undefined;
  /** Flag that takes the model, such as `--model`. Without it a turn's model is not passed on. */
  readonly modelFlag?: string | undefined;
  /**
   * Flag that takes the session to resume. Without it a turn's `resume` is not passed on. With it and `output.sessionId` a
   * turn that comes back in another session fails.
   */
  readonly resumeFlag?: string | undefined;
  /**
   * Arguments for each permission. Without them, and without `permissionEnv`, the program is unrestricted, whatever a turn's
   * permissions say.
   */
  readonly permissionArgs?: Readonly<Partial<Record<EnforcedPermissions, readonly string[] | undefined>>> | undefined;
  /** Variables for each permission, for programs that take it from there. */
  readonly permissionEnv?: Readonly<Partial<Record<EnforcedPermissions, Readonly<Record<string, string>>>>> | undefined;
  /** Variables set for the program. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * What the program acts upon in a prompt, although it is text: `leading-slash`, a prompt that begins with `/` is a
   * command (a blank is put before it); `file-mentions`, `@path` reads that file (a backslash is put before the `@`).
   */
  readonly inert?: readonly ('leading-slash' | 'file-mentions')[] | undefined;
  /** Better programs to run than `file`, as in a `CommandPlan`. */
  readonly besideFile?: readonly string[] | undefined;
  /** Variables of the host it may see besides the common ones. */
  readonly inheritEnv?: readonly string[] | undefined;
  /** Shown when the program is not found. */
  readonly installCommand?: string | undefined;
  /** Default none: nothing is known about how often the program speaks. */
  readonly idleTimeoutMs?: number | undefined;
}

/**
 * A driver for any program: prompt on stdin, answer as text or as JSON lines described in data. The prompt is handed
 * over byte for byte, unless `inert` says more; a system text, which such a program has no place for, goes before it with
 * a blank line between.
 */
export function command(options: CommandOptions): ProcessDriver {
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
      besideFile: options.besideFile,
    }),
    sessions: keepsSessions ? 'keep' : undefined,
    createParser: keepsSessions ? (input) => requireResumed(createParser(), input, programName) : createParser,
  };
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
  const unmentioned = inert.includes('file-mentions') ? withoutFileMentions(prompt) : prompt;
  return inert.includes('leading-slash') ? withoutLeadingSlash(unmentioned) : unmentioned;
}
