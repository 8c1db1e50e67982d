import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A home and a folder to work in, both empty and of this test alone. */
export interface Place {
  readonly home: string;
  readonly project: string;
  /** For temporary files of an agent that may not use the worker's. */
  readonly temporary: string;
  /** Writes a file, with the folders above it. Relative paths are in the project. */
  write(path: string, content: string): void;
  /** Names in the project, without those that begin with a dot. */
  visibleFiles(): string[];
  /** Gives everything to a user. */
  giveTo(uid: number): void;
  /** Takes the right to write to a folder from everybody but root. */
  close(folder: string): void;
  remove(): void;
}

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { maxAttempts: 1 },
};

/** What every Gemini CLI needs in its settings here, with more on top. */
export const geminiSettings = (more: object = {}): string => JSON.stringify({ ...GEMINI_SETTINGS, ...more });

export function createPlace(): Place {
  // Not below /tmp or TMPDIR: Codex may write there whatever the folder it works in.
  const folder = realpathSync(mkdtempSync('/var/tmp/ctx-e2e-place-'));
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  const temporary = join(folder, 'temporary');
  for (const path of [home, project, temporary, join(home, '.codex'), join(home, '.gemini')]) mkdirSync(path);
  writeFileSync(join(home, '.gemini', 'settings.json'), geminiSettings());
  const closed: string[] = [];
  return {
    home,
    project,
    temporary,
    write(path, content) {
      const file = path.startsWith('/') ? path : join(project, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    },
    visibleFiles: () => readdirSync(project).filter((name) => !name.startsWith('.')),
    giveTo(uid) {
      for (const path of [folder, ...allBelow(folder)]) chownSync(path, uid, uid);
    },
    close(path) {
      if (process.getuid?.() === 0) chownSync(path, 0, 0);
      chmodSync(path, 0o555);
      closed.push(path);
    },
    remove() {
      for (const path of closed) chmodSync(path, 0o755);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function allBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}
