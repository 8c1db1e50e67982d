/** Ids for the calls of one request. */
export interface ToolCallIds {
  /** The given id where it is usable and still free, else one that is made up. */
  next(given: string | undefined): string;
}

/**
 * Gives every call an id that no other call of the request has. An id depends only on the calls before it, so the same
 * history always gets the same ids and growing it changes none. `isUsable` says whether the service takes an id as it is;
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
