import { CtxError } from '@ctx/contract';
import { readRegularFile } from '../../team-file/read-regular-file.ts';
import type { AgentMember } from '../../team-file/team.ts';

/** Larger instruction files are refused. */
export const MAX_INSTRUCTION_FILE_BYTES: number = 1024 * 1024;

/** A file system that does not answer must not block the team. */
const DEADLINE_MS = 5_000;

/**
 * Reads the current text of a member's instruction file; `undefined` for a member without one.
 * @throws CtxError `CTX_TEAM_FILE` when it is not a regular file, is too large, or cannot be read in time.
 */
export async function readInstructionFile({
  id,
  instructionFile,
}: Pick<AgentMember, 'id' | 'instructionFile'>): Promise<string | undefined> {
  if (instructionFile === undefined) return undefined;
  try {
    const bytes = await withinDeadline(readRegularFile(instructionFile, MAX_INSTRUCTION_FILE_BYTES));
    return bytes.toString('utf8');
  } catch (cause) {
    const { errno, code, message: why } = cause as NodeJS.ErrnoException;
    const reason = errno === undefined ? why : code;
    const message = `The instruction file ${instructionFile} of ${id} cannot be read (${reason}).`;
    throw new CtxError('CTX_TEAM_FILE', message, { cause });
  }
}

async function withinDeadline<Value>(pending: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${DEADLINE_MS / 1000} s`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}
