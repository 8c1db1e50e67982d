import { type FSWatcher, watch } from 'node:fs';

/** Not every file system reports changes, so a waiting reader looks again after this time. */
const POLL_MS = 500;

/** Changes in a folder. */
export interface FolderWatch {
  /** Resolves after a change since the last call, after half a second, or when the signal is aborted. */
  next(): Promise<void>;
  close(): void;
}

/** Watches a folder until `close`. */
export function watchFolder(folder: string, signal: AbortSignal): FolderWatch {
  let changed = false;
  let wake = () => {};
  const onChange = () => {
    changed = true;
    wake();
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, onChange);
    watcher.on('error', () => {});
  } catch {
    // The folder does not exist yet, or the system allows no more watches. Polling still works.
  }
  signal.addEventListener('abort', onChange);
  return {
    async next() {
      if (!changed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      changed = false;
      wake = () => {};
    },
    close() {
      watcher?.close();
      signal.removeEventListener('abort', onChange);
    },
  };
}
