import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from './make-folder.ts';
import type { LogSurvey } from './survey-log.ts';

/** The end of a log as it is now, and what was done to it. */
export interface MendedEnd {
  readonly size: number;
  /** What to tell people, if anything. */
  readonly note?: string | undefined;
}

/**
 * Takes a torn end off a log and keeps it in a file beside it: whoever wants to look at it can. A last line that is
 * whole but for its newline gets the newline.
 */
export async function setTornEndAside(handle: FileHandle, survey: LogSurvey, file: string): Promise<MendedEnd> {
  const { goodBytes, tornBytes, newlineMissing } = survey;
  if (tornBytes > 0) {
    const torn = Buffer.allocUnsafe(tornBytes);
    const { bytesRead } = await handle.read(torn, 0, tornBytes, goodBytes);
    const kept = await writeBeside(file, torn.subarray(0, bytesRead));
    await handle.truncate(goodBytes);
    await handle.sync();
    const note = `The last line of ${file} was not written to its end; its ${tornBytes} bytes are now in ${kept}.`;
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
      const handle = await open(path, 'wx', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await syncFolder(dirname(path));
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
