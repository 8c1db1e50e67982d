import { UsageError } from './usage-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOSPC: 'the disk is full',
};

/** The error for a file that could not be written; `option` is how to choose another one, such as `-o FILE`. */
export function cannotWrite(file: string, { code = '', message }: NodeJS.ErrnoException, option: string): UsageError {
  return new UsageError(`${file} cannot be written: ${REASONS[code] ?? message}. Choose another file: ${option}`);
}
