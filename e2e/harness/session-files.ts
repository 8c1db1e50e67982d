import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/** The paths of all files in the home folder. */
export function homeFiles({ home }: Pick<Place, 'home'>): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The files in the home folder that contain a text, databases included. */
export function filesWith(place: Pick<Place, 'home'>, text: string): string[] {
  return homeFiles(place).filter((file) => readFileSync(file).includes(text));
}

/** The file of the session with this id. */
export function sessionFile(place: Pick<Place, 'home'>, sessionId: string): string | undefined {
  return homeFiles(place).find((file) => file.endsWith(`${sessionId}.jsonl`));
}
