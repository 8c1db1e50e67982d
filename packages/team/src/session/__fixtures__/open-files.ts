import { readdirSync, readlinkSync } from 'node:fs';

/** The files in a folder that this process has open, deleted ones too. Empty on systems other than Linux. */
export function openFilesIn(folder: string): string[] {
  return descriptors()
    .map(target)
    .filter((path) => path.startsWith(`${folder}/`));
}

function descriptors(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

// The descriptor that listed the others is closed by now.
function target(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
