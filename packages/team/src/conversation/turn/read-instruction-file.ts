import { constants, type FileHandle, open } from 'node:fs/promises';
import { CtxError } from '@ctx/contract';
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
    return await withinDeadline(readRegularFile(instructionFile));
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? (cause as Error).message;
    const message = `The instruction file ${instructionFile} of ${id} cannot be read (${reason}).`;
    throw new CtxError('CTX_TEAM_FILE', message, { cause });
  }
}

async function readRegularFile(path: string): Promise<string> {
  // O_NONBLOCK: opening a named pipe must not wait for a writer. Windows has neither the flag nor such pipes.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
    const bytes = await readAtMost(handle, MAX_INSTRUCTION_FILE_BYTES + 1);
    if (bytes.length > MAX_INSTRUCTION_FILE_BYTES) throw new Error('it is larger than 1 MB');
    return bytes.toString('utf8');
  } finally {
    await handle.close();
  }
}

// Do not trust the size of the file: it may grow while it is read, and files in /proc report 0.
async function readAtMost(handle: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < limit) {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(Math.min(65_536, limit - length)) });
    if (bytesRead === 0) break;
    chunks.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
  }
  return Buffer.concat(chunks);
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
