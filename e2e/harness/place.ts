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

/** An empty home folder and an empty project folder, for one test. */
export interface Place {
  readonly home: string;
  readonly project: string;
  /** For temporary files of an agent that runs as another user. */
  readonly temporary: string;
  /** Writes a file and creates its parent folders. Relative paths are in the project. */
  write(path: string, content: string): void;
  /** The names in the project, without those that start with a dot. */
  visibleFiles(): string[];
  /** Makes a user the owner of all folders. */
  giveTo(uid: number): void;
  /** Makes a folder read-only for everyone but root. */
  close(folder: string): void;
  remove(): void;
}

const GEMINI_SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  privacy: { usageStatisticsEnabled: false },
  general: { maxAttempts: 1 },
};

/** The settings that Gemini CLI needs in these tests, and `more`. */
export const geminiSettings = (more: object = {}): string => JSON.stringify({ ...GEMINI_SETTINGS, ...more });

/** Creates the folders of a test. */
export function createPlace(): Place {
  // Not below /tmp or TMPDIR, because Codex may always write there.
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
