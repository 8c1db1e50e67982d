import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/** All files in the home, as paths. */
export function homeFiles({ home }: Pick<Place, 'home'>): string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The files in the home that hold these words, databases included. */
export function filesWith(place: Pick<Place, 'home'>, words: string): string[] {
  return homeFiles(place).filter((file) => readFileSync(file).includes(words));
}

/** The file of a session, by its id. */
export function sessionFile(place: Pick<Place, 'home'>, sessionId: string): string | undefined {
  return homeFiles(place).find((file) => file.endsWith(`${sessionId}.jsonl`));
}
