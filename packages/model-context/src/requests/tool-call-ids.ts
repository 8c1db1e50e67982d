/** Ids for the calls of one request. */
export interface ToolCallIds {
  /** Returns the given id if it is usable and not taken, else a generated one. */
  next(given: string | undefined): string;
}

/**
 * Gives every call an id that is unique in the request. An id depends only on the calls before it, so the same history
 * always gets the same ids, and they stay the same while it grows. `isUsable` says whether the service accepts an id;
 * others are replaced.
 */
export function createToolCallIds(isUsable: (id: string) => boolean): ToolCallIds {
  const taken = new Set<string>();
  let count = 0;
  return {
    next(given) {
      count += 1;
      let id = given && isUsable(given) ? given : `call_${count}`;
      if (taken.has(id)) id = `call_${count}`;
      for (let attempt = 2; taken.has(id); attempt += 1) id = `call_${count}_${attempt}`;
      taken.add(id);
      return id;
    },
  };
}
