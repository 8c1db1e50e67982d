import type { ApiTool, ApiToolContext } from './api-tool.ts';
import { schemaProblem } from './schema-problem.ts';

/** A tool call of a model. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
  /** Why the arguments cannot be read, if so. */
  readonly problem?: string | undefined;
}

/** The outcome of a call. */
export interface ToolOutcome {
  /** The result as the model gets it. */
  readonly response: Record<string, unknown>;
  /** The result as text, for events. */
  readonly output: string;
  readonly isError: boolean;
}

/** Runs the tool of a call. Every problem is an outcome that the model gets; it rejects only when aborted. */
export async function runTool(
  tools: readonly ApiTool[],
  call: ModelCall,
  context: ApiToolContext,
): Promise<ToolOutcome> {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) {
    const known = tools.map((candidate) => candidate.name).join(', ') || 'none';
    return failure(`There is no tool ${JSON.stringify(call.name)}. Tools: ${known}.`);
  }
  const problem = call.problem ?? schemaProblem(call.args, { type: 'object', ...tool.parameters });
  if (problem !== undefined) return failure(`The call of ${call.name} was not run: ${problem}.`);
  try {
    return success(await untilAborted(async () => tool.execute(call.args, context), context.signal));
  } catch (error) {
    context.signal.throwIfAborted();
    return failure(error instanceof Error ? error.message : String(error));
  }
}

/** Rejects as soon as the signal is aborted, so that a tool that ignores the signal does not keep the turn open. */
async function untilAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function success(value: unknown): ToolOutcome {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const plain = toPlain(value);
  if (plain === undefined && value !== undefined) {
    return failure('The tool returned a value that cannot be written as JSON.');
  }
  const response = isObject ? (plain as Record<string, unknown>) : { output: plain ?? null };
  return { response, output: typeof value === 'string' ? value : JSON.stringify(plain ?? null), isError: false };
}

function failure(message: string): ToolOutcome {
  return { response: { error: message }, output: message, isError: true };
}

/** The value after a round trip through JSON, so that dates become strings; `undefined` if it has no JSON form. */
function toPlain(value: unknown): unknown {
  try {
    const json = JSON.stringify(value);
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
