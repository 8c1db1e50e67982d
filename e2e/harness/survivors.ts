import { readdirSync, readFileSync } from 'node:fs';
import type { Place } from './place.ts';

/**
 * Command lines of living processes that belong to a place: whatever was started for it has its home in the
 * environment, also a tool's shell in a session of its own and a daemon whose parent is gone.
 */
export function survivorsOf(place: Place): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`).includes(place.home)) return [];
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()];
      } catch {
        // Gone meanwhile, or somebody else's.
        return [];
      }
    });
}
