import { readdirSync, readFileSync } from 'node:fs';
import type { Place } from './place.ts';

/**
 * The command lines of processes that still run and belong to a place. Every process started for it has the place's home in
 * its environment, even a tool's shell in its own process session and a daemon without a parent.
 */
export function survivorsOf(place: Place): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`).includes(place.home)) return [];
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()];
      } catch {
        // The process has ended meanwhile, or belongs to another user.
        return [];
      }
    });
}
