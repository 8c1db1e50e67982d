import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './make-folder.ts';
import type { LogSurvey } from './survey-log.ts';
import { writeNewFile } from './whole-file.ts';

/** The size of a log after its end was repaired. */
export interface RepairedEnd {
  readonly size: number;
  /** A sentence for people, if bytes were moved. */
  readonly note?: string | undefined;
}

/**
 * Moves an incomplete last line of a log to a file beside it, where people can look at it. If only the newline is
 * missing, adds the newline.
 */
export async function setTornEndAside(handle: FileHandle, survey: LogSurvey, file: string): Promise<RepairedEnd> {
  const { goodBytes, tornBytes, newlineMissing } = survey;
  if (tornBytes > 0) {
    const torn = Buffer.allocUnsafe(tornBytes);
    const { bytesRead } = await handle.read(torn, 0, tornBytes, goodBytes);
    const kept = await writeBeside(file, torn.subarray(0, bytesRead));
    await handle.truncate(goodBytes);
    await handle.sync();
    const note = `The last line of ${file} is incomplete; its ${tornBytes} bytes are now in ${kept}.`;
    return { size: goodBytes, note };
  }
  if (!newlineMissing) return { size: goodBytes };
  await handle.write(Buffer.from('\n'), 0, 1, goodBytes);
  return { size: goodBytes + 1 };
}

async function writeBeside(file: string, bytes: Buffer): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${file}.torn-${number}`;
    try {
      await writeNewFile(path, bytes);
      await syncFolder(dirname(path));
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
